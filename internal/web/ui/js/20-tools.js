
// Tools: finding one by typing, and those used lately or kept.
//   data-palette=url     opens the list of tools at that address; Ctrl+K does too
//   data-tool=id         on the page of a tool: it was used
//   data-favourite=id    a button that keeps a tool
//   data-shelf=recent|favourite   a section whose ul is filled with such tools

// Lists of ids, in this browser alone.
const shelf = {
  read(name) {
    try { return JSON.parse(localStorage.getItem(`toolcrib.${name}`)) ?? []; } catch { return []; }
  },
  write(name, ids) {
    try { localStorage.setItem(`toolcrib.${name}`, JSON.stringify(ids)); } catch { /* storage is off: nothing is kept */ }
  },
};
const tool = document.querySelector('[data-tool]')?.dataset.tool;
if (tool) shelf.write('recent', [tool, ...shelf.read('recent').filter((id) => id !== tool)].slice(0, 8));
function showFavourite(button) {
  button.setAttribute('aria-pressed', shelf.read('favourite').includes(button.dataset.favourite));
}
function toggleFavourite(button) {
  const id = button.dataset.favourite;
  const kept = shelf.read('favourite');
  shelf.write('favourite', kept.includes(id) ? kept.filter((k) => k !== id) : [...kept, id]);
  showFavourite(button);
}
all('[data-favourite]', showFavourite);

let toolsAsked;
const tools = () => (toolsAsked ??= fetch(document.querySelector('[data-palette]').dataset.palette).then((r) => r.json())
  .catch((e) => { toolsAsked = undefined; throw e; }));
all('[data-shelf]', async (section) => {
  const ids = shelf.read(section.dataset.shelf);
  if (!ids.length) return;
  const known = new Map((await tools()).map((t) => [t.id, t]));
  const found = ids.map((id) => known.get(id)).filter(Boolean);
  section.querySelector('ul').append(...found.map((t) => make('li', {}, make('a', { href: t.url, textContent: t.name }))));
  section.hidden = !found.length;
});

// Palette: a combobox in a dialog.
function matches(list, query) {
  const parts = query.toLowerCase().split(/\s+/).filter(Boolean);
  const score = (t) => parts.reduce((sum, p) => {
    const name = t.name.toLowerCase();
    const points = name.startsWith(p) ? 8 : name.includes(p) ? 4 : t.words.toLowerCase().includes(p) ? 1 : 0;
    return points && sum !== null ? sum + points : null;
  }, 0);
  return list.map((t) => [score(t), t]).filter(([s]) => s !== null).sort((a, b) => b[0] - a[0]).map(([, t]) => t).slice(0, 12);
}
let palette;
function buildPalette() {
  const list = make('div', { id: 'palette-list', role: 'listbox', ariaLabel: words.find });
  const none = make('p', { role: 'status' });
  const input = make('input', { type: 'text', role: 'combobox', placeholder: words.find, ariaLabel: words.find, ariaExpanded: 'true', autocomplete: 'off', spellcheck: false });
  input.setAttribute('aria-controls', list.id);
  const dialog = make('dialog', { className: 'palette', ariaLabel: words.find }, input, none, list);
  let at = 0;
  const mark = () => {
    [...list.children].forEach((o, i) => o.setAttribute('aria-selected', i === at));
    const option = list.children[at];
    input.setAttribute('aria-activedescendant', option?.id ?? '');
    option?.scrollIntoView({ block: 'nearest' });
  };
  const show = async () => {
    const found = await tools().then((l) => matches(l, input.value), () => null);
    list.replaceChildren(...(found ?? []).map((t, i) => {
      const option = make('div', { id: `palette-${i}`, role: 'option' }, t.name, make('small', { textContent: t.summary }));
      option.onclick = () => { location.href = t.url; };
      return option;
    }));
    none.textContent = found === null ? words.failed : found.length ? '' : words.none;
    at = 0;
    mark();
  };
  input.oninput = show;
  input.onkeydown = (e) => {
    const n = list.children.length;
    if (e.key === 'Enter') list.children[at]?.click();
    else if (n && e.key === 'ArrowDown') at = (at + 1) % n;
    else if (n && e.key === 'ArrowUp') at = (at + n - 1) % n;
    else return;
    e.preventDefault();
    mark();
  };
  dialog.onclick = (e) => { if (e.target === dialog) dialog.close(); };
  document.body.append(dialog);
  return { dialog, input, show };
}
function openPalette() {
  palette ??= buildPalette();
  palette.input.value = '';
  palette.show();
  if (!palette.dialog.open) palette.dialog.showModal();
}

acts.set('[data-favourite]', toggleFavourite).set('[data-palette]', openPalette);
document.addEventListener('keydown', (e) => {
  if (e.key === 'k' && (e.ctrlKey || e.metaKey)) { e.preventDefault(); openPalette(); }
});
