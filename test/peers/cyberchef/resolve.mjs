// CyberChef imports files of some of its dependencies without their endings,
// which its own build mends after it is installed; here the loader does.
const endings = ['.mjs', '.js'];

export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    for (const ending of endings) {
      try {
        return await next(specifier + ending, context);
      } catch {
        // what is told is the first failure
      }
    }
    throw error;
  }
}
