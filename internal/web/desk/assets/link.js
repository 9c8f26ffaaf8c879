// Fills the secret of a link from the fragment of the address into the form,
// and takes it out of the address and the history.
const field = document.querySelector("input[name=token]");

function take() {
  const secret = location.hash.slice(1);
  if (!/^[A-Z2-7]{52}$/.test(secret)) return;
  field.value = secret;
  field.closest(".field").hidden = true;
  history.replaceState(null, "", location.pathname + location.search);
}

if (field) {
  take();
  addEventListener("hashchange", take);
}
