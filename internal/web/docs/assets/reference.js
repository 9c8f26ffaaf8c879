// Draws the reference with Scalar, which asks nobody but this site.
const at = document.getElementById("reference");
const dark = document.documentElement.dataset.theme;
addEventListener("DOMContentLoaded", () => {
  window.Scalar.createApiReference(at, {
    url: at.dataset.openapi,
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: "never",
    hideClientButton: true,
    hideDarkModeToggle: true,
    forceDarkModeState: dark || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"),
    theme: "default",
  });
});
