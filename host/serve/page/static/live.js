// Follows a run while it happens. A page that is not seen lets go of its stream, so that many tabs do not use up the browser's connections;
// when it is seen again it goes on after the last event that it has.
const box = document.getElementById('live');
const state = document.getElementById('state');
const steps = document.getElementById('steps');
let stream = null;
let last = 0;

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

document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
open();
