// The module's state between calls: the plugin, the place of the request, the last answer.
//
// Build with --runtime minimal: garbage is collected between calls, in alloc, when nothing of
// a call is alive any more, and never within one.

import { Kind, Plugin } from "./plugin";
import { Request } from "./request";
import { Result } from "./result";
import { Writer } from "./wire";

// KEEP is how much memory an idle place may hold on to.
const KEEP: u32 = 4 << 20;

let plugin: Plugin | null = null;
let place: usize = 0;
let capacity: u32 = 0;
let last: Writer | null = null;

// serve makes p the plugin that this module exports. Call it once, at the top level.
export function serve(p: Plugin): void { plugin = p; }

export function alloc(size: u32): usize {
  last = null;
  __collect();
  if (capacity < max<u32>(size, 1) || (capacity > KEEP && size <= KEEP / 4)) {
    if (place != 0) heap.free(place);
    capacity = max<u32>(size, 64);
    place = heap.alloc(capacity);
  }
  return place;
}

export function describe(): u64 { return packed(served().encode()); }

export function answer(kind: Kind, at: usize, len: u32): u64 {
  const p = served(), out = new Result();
  if (at != place || len > capacity) out.fail("the request lies elsewhere than in the place given for it");
  else run(p, kind, at, len, out);
  return packed(out.encode(kind));
}

function run(p: Plugin, kind: Kind, at: usize, len: u32, out: Result): void {
  const request = new Request();
  const wrong = request.decode(at, len);
  if (wrong.length > 0) out.fail(wrong);
  else if (kind != p.kind) out.fail("the plugin does not implement this contract");
  else p.run(request, out);
}

function served(): Plugin {
  const p = plugin;
  assert(p != null, "the module has no plugin: call serve at its top level");
  return p!;
}

function packed(w: Writer): u64 {
  last = w;
  return <u64>w.at << 32 | <u64>w.len;
}

// @ts-ignore: a decorator of AssemblyScript
@external("wasi_snapshot_preview1", "fd_write")
declare function fd_write(fd: i32, vectors: usize, n: i32, written: usize): i32;

const io = memory.data(12);

// abort ends the module when an assertion or the runtime fails: it writes why to stderr, of which the host
// shows the end. Build with --use abort=assembly/spark/guest/abort.
export function abort(message: string | null = null, file: string | null = null, line: u32 = 0, column: u32 = 0): void {
  let text = message === null ? "aborted" : message;
  if (file !== null) text += ", in " + file + ":" + line.toString() + ":" + column.toString();
  const b = String.UTF8.encode(text);
  store<usize>(io, changetype<usize>(b));
  store<u32>(io, b.byteLength, 4);
  fd_write(2, io, 1, io + 8);
  unreachable();
}
