// Follows a run while it happens. A browser has six connections to a service, and a stream takes one, so of all pages only the one that was opened
// or chosen last keeps its stream. The others that are seen look every few seconds, each after the last event that it has; hidden ones wait.
const box = document.getElementById('live');
const state = document.getElementById('state');
const steps = document.getElementById('steps');
const pages = new BroadcastChannel('sparkhost-live');
let stream = null;
let last = 0;
let first = true; // this page keeps its stream

const say = (text) => {
  const li = document.createElement('li');
  li.textContent = text;
  steps.append(li);
};
const many = (n, one, more) => `${n} ${n === 1 ? one : more}`;

const tell = {
  plan: (d) => `Planned ${many(d.queries.length, 'query', 'queries')}`,
  round: (d) => d.ran
    ? `Round ${d.name.replaceAll('_', ' ')}: ${many(d.queries, 'query', 'queries')}, ${many(d.new_documents, 'new document', 'new documents')}`
    : `Round ${d.name.replaceAll('_', ' ')} skipped: ${d.skipped_reason}`,
  selection: (d) => `Reading ${many(d.documents.length, 'document', 'documents')}`,
  calibration: (d) => `${d.phase === 'final' ? 'Final' : 'Provisional'} confidence ${Math.round(d.confidence * 100)} %`,
  gate: (d) => `Gate ${d.name}: ${d.passed === 'true' ? 'passed' : 'failed'}`,
};

function open() {
  if (stream) return;
  const kinds = Object.keys(tell).join(',');
  stream = new EventSource(`/v1/runs/${encodeURIComponent(box.dataset.run)}/events?kinds=${kinds}&after=${last}`);
  stream.addEventListener('state', (e) => {
    const s = JSON.parse(e.data);
    state.textContent = s.position ? `queued, place ${s.position} in the queue` : s.state;
    if (!first) setTimeout(leave, 500); // the events that there are have come
  });
  for (const [kind, words] of Object.entries(tell)) {
    stream.addEventListener(kind, (e) => {
      last = Number(e.lastEventId);
      state.textContent = 'running';
      say(words(JSON.parse(e.data)));
    });
  }
  stream.addEventListener('end', () => {
    close();
    location.reload();
  });
  stream.onerror = () => { state.textContent = 'connecting again'; };
}

function close() {
  stream?.close();
  stream = null;
}

function leave() {
  if (!first) close();
}

function claim() {
  if (document.hidden) return close();
  first = true;
  pages.postMessage('first');
  open();
}

pages.onmessage = () => {
  first = false;
  leave();
};
document.addEventListener('visibilitychange', claim);
addEventListener('focus', claim);
setInterval(() => { if (!document.hidden) open(); }, 3000);
claim();
