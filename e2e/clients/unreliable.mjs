// A service that is away now and then: of the calls with one Idempotency-Key
// it refuses the first for a second, breaks the connection of the second, and
// answers the third. A call without a key, or with a new one each time, never
// gets an answer. Prints its URL.
import { createServer } from "node:http";

const calls = new Map();
const server = createServer((request, response) => {
  const key = request.headers["idempotency-key"];
  const n = (calls.get(key) ?? 0) + (key ? 1 : 0);
  calls.set(key, n);
  request.resume().on("end", () => {
    if (n === 2) return request.socket.destroy();
    const body = n < 2
      ? { success: false, type: "", title: "", status: 429, code: "rate_limited", detail: "wait", instance: "", request_id: "req_1", errors: [] }
      : { success: true, data: { slug: "crème" } };
    response.writeHead(n < 2 ? 429 : 200, n < 2
      ? { "Content-Type": "application/problem+json", "Retry-After": "1" }
      : { "Content-Type": "application/json", "Toolcrib-Charge": '"ch_1";units=0;free=0;prepaid=0', "Idempotent-Replayed": "true" });
    response.end(JSON.stringify(body));
  });
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
