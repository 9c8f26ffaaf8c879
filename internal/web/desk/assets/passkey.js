// Passkeys: each [data-passkey] is hidden until the browser is seen to know
// them. Its value is the address to ask for a challenge (+ "/ask") and to
// answer to; data-make tells that a new passkey is made rather than used.
const known = window.PublicKeyCredential?.parseRequestOptionsFromJSON;

async function post(url, body) {
  const reply = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const answer = await reply.json();
  if (!reply.ok && answer.next) location.assign(answer.next);
  if (!reply.ok) throw new Error(answer.error ?? "");
  return answer;
}

async function credential(make, options) {
  if (make) return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}

// explain says what went wrong: the server in its own words, the browser by
// the name of its error.
function explain(error, words) {
  if (error.name === "NotAllowedError" || error.name === "AbortError") return words.cancelled;
  if (error.name === "InvalidStateError") return words.known;
  return (error.name === "Error" && error.message) || words.failed;
}

for (const place of document.querySelectorAll("[data-passkey]")) {
  if (!known) continue;
  place.hidden = false;
  const { passkey: url, make, next } = place.dataset;
  const button = place.querySelector("button");
  const alert = place.querySelector("[role=alert]");
  const run = async (event) => {
    event.preventDefault();
    const name = place.querySelector("input[name=name]");
    if (name && !name.reportValidity()) return;
    alert.textContent = "";
    button.disabled = true;
    try {
      const { publicKey } = await post(url + "/ask", {});
      const made = await credential(make !== undefined, publicKey);
      const answer = await post(url, { next, name: name?.value, credential: made.toJSON() });
      location.assign(answer.next);
    } catch (error) {
      alert.textContent = explain(error, place.dataset);
      button.disabled = false;
    }
  };
  button.addEventListener("click", run);
  place.addEventListener("submit", run);
}
