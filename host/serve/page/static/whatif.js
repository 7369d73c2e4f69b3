// Decides the recorded runs again while a slider moves: one request at a time, and after it the newest values.
const form = document.getElementById('knobs');
const summary = document.getElementById('summary');
const list = document.getElementById('changes');
let busy = false;
let again = false;

const element = (name, className, text) => {
  const e = document.createElement(name);
  if (className) e.className = className;
  if (text) e.textContent = text;
  return e;
};
const side = (s) => element('span', `tag ${s.verdict}`, s.answer || s.verdict.replaceAll('_', ' '));

function values() {
  const vars = {};
  for (const input of form.querySelectorAll('input[name^="var."]')) {
    const name = input.name.slice(4);
    if (input.type === 'range') vars[name] = input.value;
    if (input.type === 'checkbox') vars[name] = String(input.checked);
  }
  return vars;
}

function show(out) {
  const s = out.summary;
  summary.replaceChildren(element('b', '', String(s.flipped)), ` of ${s.records} answers flip, ${s.moved} move`);
  list.replaceChildren(...out.changes.filter((c) => c.flipped).map((c) => {
    const li = element('li');
    const a = element('a', '', c.question);
    a.href = `/runs/${encodeURIComponent(c.run)}`;
    const meta = element('span', 'meta');
    meta.append(side(c.old), ' → ', side(c.new));
    const cause = c.causes[c.causes.length - 1];
    if (cause) meta.append(' ', element('span', 'muted', `by ${cause.where}${cause.file ? `, ${cause.file}:${cause.line}` : ''}`));
    li.append(a, meta);
    return li;
  }));
}

async function decide() {
  if (busy) { again = true; return; }
  busy = true;
  try {
    const answer = await fetch('/v1/what-if', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ policy: form.dataset.policy, of: form.dataset.policy, vars: values(), limit: 500 }),
    });
    const out = await answer.json();
    if (answer.ok) show(out);
    else summary.textContent = out.diagnostics?.length ? `${out.diagnostics[0].summary} ${out.diagnostics[0].detail}` : out.detail || out.title;
  } catch {
    summary.textContent = 'The service does not answer.';
  }
  busy = false;
  if (again) { again = false; decide(); }
}

form.addEventListener('input', (e) => {
  const output = e.target.parentElement.querySelector('output');
  if (output) output.textContent = Number(e.target.value).toPrecision(3);
  decide();
});
form.addEventListener('submit', (e) => { e.preventDefault(); decide(); });
