
// Forms.
//   form data-live="#id"      while the form is filled in, and when it is sent, it
//                             goes by POST to its action and the answer, a part of a
//                             page, into that element; with data-live-manual only
//                             when it is sent. In the answer [data-link] is the
//                             page's new address, and the text of [data-error-for=ID]
//                             is said at the field of that id, in #ID-error. Buttons
//                             whose names begin with "_" send the form as ever.
//   textarea data-drop[-base64]   a file dropped there becomes its text
//   input[type=file] data-into="#id"   the same for a file that is chosen
//   button data-add-row="#id"     one more row of a table, like its last tr[data-row]
//   data-tabs                 its children [data-tab=label] become tabs
//   textarea data-enter       Enter sends the form while the text is one line
//   a data-carry=field        takes data-text, else the text of data-from="#id", along
//                             to that page, and the fields of data-also=a=b&c=d

const policy = globalThis.trustedTypes?.createPolicy('toolcrib', { createHTML: (html) => html }) ?? { createHTML: (html) => html };

function showErrors(form, answer) {
  all('[aria-invalid]', (field) => {
    field.removeAttribute('aria-invalid');
    const said = document.getElementById(`${field.id}-error`);
    if (said) { said.textContent = ''; said.hidden = true; }
  }, form);
  all('[data-error-for]', (error) => {
    const id = error.dataset.errorFor;
    const said = document.getElementById(`${id}-error`);
    document.getElementById(id)?.setAttribute('aria-invalid', 'true');
    if (said) { said.textContent = error.textContent; said.hidden = false; }
  }, answer);
}
// Tabs chosen and folds opened in the old answer stay so in the new one.
function replace(target, html) {
  const chosen = [...target.querySelectorAll(':checked[id]')].map((el) => el.id);
  const open = [...target.querySelectorAll('details[open][id]')].map((el) => el.id);
  target.innerHTML = policy.createHTML(html);
  for (const id of chosen) { const el = document.getElementById(id); if (el) el.checked = true; }
  for (const id of open) { const el = document.getElementById(id); if (el) el.open = true; }
}
function live(form) {
  const target = document.querySelector(form.dataset.live);
  let timer, running;
  async function run(submitter) {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    target.setAttribute('aria-busy', 'true');
    try {
      const data = new FormData(form, submitter);
      const body = form.enctype === 'multipart/form-data' ? data : new URLSearchParams(data);
      const response = await fetch(form.action, { method: 'POST', body, headers: { 'Toolcrib-Fragment': '1' }, signal });
      if (!response.headers.get('Content-Type')?.startsWith('text/html')) throw new Error(response.status);
      replace(target, await response.text());
      showErrors(form, target);
      const link = target.querySelector('[data-link]')?.dataset.link;
      if (link) history.replaceState(null, '', link);
    } catch (e) {
      if (e.name !== 'AbortError') say(words.failed);
    }
    if (!signal.aborted) target.removeAttribute('aria-busy');
  }
  form.addEventListener('submit', (e) => {
    if (e.submitter?.name.startsWith('_')) return;
    e.preventDefault();
    clearTimeout(timer);
    run(e.submitter);
  });
  if ('liveManual' in form.dataset) return;
  form.addEventListener('input', (e) => {
    clearTimeout(timer);
    if (!e.isComposing) timer = setTimeout(run, 400);
  });
}
all('form[data-live]', live);

// pour tells whether the field could hold the file as it is.
async function pour(file, field) {
  if (file.size > (Number(field.dataset.max) || 1_000_000)) { say(words.tooBig); return false; }
  const bytes = async () => Array.from(new Uint8Array(await file.arrayBuffer()), (b) => String.fromCharCode(b)).join('');
  const text = 'dropBase64' in field.dataset ? btoa(await bytes()) : await file.text();
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return field.value === text;
}
all('textarea:is([data-drop], [data-drop-base64])', (field) => {
  const over = (on) => field.toggleAttribute('data-dropping', on);
  field.addEventListener('dragover', (e) => { if (e.dataTransfer.types.includes('Files')) { e.preventDefault(); over(true); } });
  field.addEventListener('dragleave', () => over(false));
  field.addEventListener('drop', (e) => {
    over(false);
    const [file] = e.dataTransfer.files;
    if (file) { e.preventDefault(); pour(file, field); }
  });
});
// A file that the field cannot hold, byte for byte, stays chosen and is sent as
// such, until the text is changed.
all('input[type="file"][data-into]', (input) => {
  const field = document.querySelector(input.dataset.into);
  const clear = () => { input.value = ''; };
  input.addEventListener('change', async () => {
    const [file] = input.files;
    if (!file) return;
    if (await pour(file, field)) clear();
    else field.addEventListener('input', clear, { once: true });
  });
});

function addRow(button) {
  const last = [...document.querySelector(button.dataset.addRow).querySelectorAll('[data-row]')].at(-1);
  const row = last.cloneNode(true);
  const next = (text) => text.replace(/\.(\d+)(?=\.|$)/, (_, n) => `.${Number(n) + 1}`);
  all('[name], [id], [for], [aria-describedby]', (el) => {
    for (const name of ['name', 'id', 'for', 'aria-describedby']) {
      if (el.hasAttribute(name)) el.setAttribute(name, next(el.getAttribute(name)));
    }
  }, row);
  all('input:not([type="checkbox"], [type="radio"]), textarea', (el) => { el.value = ''; }, row);
  last.after(row);
  row.querySelector('input, select, textarea')?.focus();
}
acts.set('[data-add-row]', addRow);

function tabs(box, n) {
  const panels = [...box.querySelectorAll(':scope > [data-tab]')];
  const list = make('div', { role: 'tablist', className: 'tablist', ariaLabel: box.getAttribute('aria-label') });
  const choose = (at, focus) => panels.forEach((panel, i) => {
    panel.hidden = i !== at;
    list.children[i].ariaSelected = i === at;
    list.children[i].tabIndex = i === at ? 0 : -1;
    if (focus && i === at) list.children[i].focus();
  });
  panels.forEach((panel, i) => {
    panel.id ||= `tab-${n}-${i}`;
    const tab = make('button', { type: 'button', role: 'tab', id: `${panel.id}-tab`, textContent: panel.dataset.tab, onclick: () => choose(i) });
    tab.setAttribute('aria-controls', panel.id);
    panel.role = 'tabpanel';
    panel.setAttribute('aria-labelledby', tab.id);
    list.append(tab);
  });
  list.onkeydown = (e) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (step) choose(([...list.children].indexOf(document.activeElement) + step + panels.length) % panels.length, true);
  };
  box.prepend(list);
  choose(0);
}
document.querySelectorAll('[data-tabs]').forEach(tabs);

all('textarea[data-enter]', (field) => {
  field.addEventListener('keydown', (e) => {
    if (e.key !== 'Enter' || e.shiftKey || e.isComposing || field.value.includes('\n')) return;
    e.preventDefault();
    field.form.requestSubmit();
  });
});

// Texts carried to another page of this tab, never by its address.
const carryKey = 'toolcrib.carry';
function carry(link) {
  const text = link.dataset.text ?? document.querySelector(link.dataset.from).value;
  const values = { ...Object.fromEntries(new URLSearchParams(link.dataset.also)), [link.dataset.carry]: text };
  const path = new URL(link.href).pathname;
  sessionStorage.setItem(carryKey, JSON.stringify({ path, values }));
  location.href = path;
}
acts.set('[data-carry]', carry);
function receive() {
  const { path, values } = JSON.parse(sessionStorage.getItem(carryKey) ?? '{}');
  if (path !== location.pathname) return;
  sessionStorage.removeItem(carryKey);
  for (const [name, value] of Object.entries(values)) {
    all(`main [name="${CSS.escape(name)}"]`, (field) => {
      if (field.type === 'checkbox') field.checked = value === 'true';
      else if (field.type === 'radio') field.checked = field.value === value;
      else field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
}
receive();
