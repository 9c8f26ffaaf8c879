// The script of every page: these files joined, as one module. Pages do all of
// it without script too, only less conveniently. Elements say by data-
// attributes what they want; each file lists its own.
//   data-copy="#id"      copy that element's text, else the code beside the button
//   data-theme-toggle, data-theme-set   light and dark without loading the page
//   data-confirm=text    ask before a form is sent
//   .menu                closes by Escape and by a click elsewhere

const root = document.documentElement;
const words = document.getElementById('words').dataset;
const all = (selector, act, within = document) => within.querySelectorAll(selector).forEach(act);

function make(tag, properties = {}, ...children) {
  const el = Object.assign(document.createElement(tag), properties);
  el.append(...children);
  return el;
}

let toastTimer;
function say(text) {
  document.querySelector('.toast')?.remove();
  const toast = make('div', { className: 'toast', role: 'status' });
  document.body.append(toast);
  requestAnimationFrame(() => { toast.textContent = text; });
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toast.remove(), 4000);
}

// Copy.
async function copy(button) {
  const source = button.dataset.copy ? document.querySelector(button.dataset.copy)
    : button.closest('.code')?.querySelector('pre') ?? button.previousElementSibling;
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent);
    say(words.copied);
  } catch {
    say(words.noCopy);
  }
}

// Light and dark.
function setTheme(theme) {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `theme=${theme}; Path=${root.dataset.base}; Max-Age=31536000; SameSite=Lax${secure}`;
  all('[data-theme-set]', (a) => {
    if (a.dataset.themeSet === theme) a.setAttribute('aria-current', 'true');
    else a.removeAttribute('aria-current');
  });
}
function toggleTheme() {
  const now = root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  setTheme(now === 'dark' ? 'light' : 'dark');
}

// Questions before what cannot be undone.
function ask(text, go) {
  const yes = make('button', { className: 'button danger', type: 'submit', value: 'yes', textContent: words.confirm });
  const no = make('button', { className: 'button', type: 'submit', value: 'no', textContent: words.cancel });
  const dialog = make('dialog', { ariaLabel: text }, make('form', { method: 'dialog' }, make('p', { textContent: text }), make('div', { className: 'actions' }, no, yes)));
  dialog.onclose = () => { dialog.remove(); if (dialog.returnValue === 'yes') go(); };
  document.body.append(dialog);
  dialog.showModal();
}
document.addEventListener('submit', (e) => {
  const text = e.submitter?.dataset.confirm ?? e.target.dataset.confirm;
  if (!text || e.target.dataset.asked) return;
  e.preventDefault();
  ask(text, () => { e.target.dataset.asked = 'yes'; e.target.requestSubmit(e.submitter); });
});

// Clicks on what asks for them, by selector. Later files add theirs.
const acts = new Map([
  ['[data-copy]', copy],
  ['[data-theme-toggle]', toggleTheme],
  ['[data-theme-set]', (a) => setTheme(a.dataset.themeSet)],
]);
document.addEventListener('click', (e) => {
  if (e.ctrlKey || e.metaKey || e.shiftKey || !(e.target instanceof Element)) return;
  const open = document.querySelector('.menu[open]');
  if (open && !open.contains(e.target)) open.open = false;
  for (const [selector, act] of acts) {
    const el = e.target.closest(selector);
    if (el) { e.preventDefault(); act(el); return; }
  }
});
document.addEventListener('keydown', (e) => {
  if (e.key === 'Escape') all('.menu[open]', (m) => { m.open = false; m.querySelector('summary').focus(); });
});
