// Protocol Buffers, as far as the contract needs them.

// CONTRACT is the contract that this SDK speaks.
export const CONTRACT: u32 = 1;

export const VARINT: u32 = 0;
export const FIXED64: u32 = 1;
export const BYTES: u32 = 2;
export const FIXED32: u32 = 5;

// Bytes are a place in memory. They lie in the request, or in memory of their own that owner keeps.
export class Bytes {
  owner: StaticArray<u8> | null = null;
  constructor(public at: usize = 0, public len: u32 = 0) {}

  // append makes more follow these bytes. As one field holds all numbers nearly always, they stay
  // where they are as long as there is nothing before them.
  append(at: usize, len: u32, copy: bool): void {
    if (len == 0) return;
    if (this.len == 0 && !copy) {
      this.at = at;
      this.len = len;
      return;
    }
    const both = new StaticArray<u8>(this.len + len);
    memory.copy(changetype<usize>(both), this.at, this.len);
    memory.copy(changetype<usize>(both) + this.len, at, len);
    this.owner = both;
    this.at = changetype<usize>(both);
    this.len += len;
  }

  f64(i: u32): f64 { return load<f64>(this.at + (<usize>i << 3)); }
  u32(i: u32): u32 { return load<u32>(this.at + (<usize>i << 2)); }
  text(): string { return String.UTF8.decodeUnsafe(this.at, this.len); }
}

// sequence is the length of the UTF-8 sequence at p, 0 if there is none in n bytes.
function sequence(p: usize, n: u32): u32 {
  const a = load<u8>(p);
  if (a < 0x80) return 1;
  let low: u8 = 0x80, high: u8 = 0xbf;
  let len: u32 = 0;
  if (a >= 0xc2 && a <= 0xdf) len = 2;
  else if ((a & 0xf0) == 0xe0) len = 3;
  else if (a >= 0xf0 && a <= 0xf4) len = 4;
  if (len == 0 || len > n) return 0;
  if (a == 0xe0) low = 0xa0;
  if (a == 0xed) high = 0x9f;
  if (a == 0xf0) low = 0x90;
  if (a == 0xf4) high = 0x8f;
  if (load<u8>(p, 1) < low || load<u8>(p, 1) > high) return 0;
  for (let i: u32 = 2; i < len; i++) {
    if ((load<u8>(p + i) & 0xc0) != 0x80) return 0;
  }
  return len;
}

export function utf8(at: usize, len: u32): bool {
  for (let left = len; left > 0;) {
    const n = sequence(at, left);
    if (n == 0) return false;
    at += n;
    left -= n;
  }
  return true;
}

// A Reader walks over the fields of one message. The first error sticks, in fault of the Fault that
// readers of one request share.
export class Fault {
  text: string = "";
}

export class Reader {
  field: u32 = 0;
  wire: u32 = 0;
  number: u64 = 0;
  data: usize = 0;
  len: u32 = 0;

  constructor(private message: string, private at: usize, private end: usize, private why: Fault) {}

  fail(reason: string): bool {
    if (this.why.text.length == 0) {
      this.why.text = "contract: " + this.message + ", field " + this.field.toString() + ": " + reason;
    }
    return false;
  }

  ok(): bool { return this.why.text.length == 0; }

  next(): bool {
    if (!this.ok() || this.at == this.end) return false;
    this.field = 0;
    const tag = this.uvarint();
    if (!this.ok()) return false;
    if (tag >> 3 == 0 || tag >> 3 > (1 << 29) - 1) return this.fail("field number out of range");
    this.field = <u32>(tag >> 3);
    this.wire = <u32>(tag & 7);
    if (this.wire == VARINT) this.number = this.uvarint();
    else if (this.wire == FIXED64) this.take(8);
    else if (this.wire == FIXED32) this.take(4);
    else if (this.wire == BYTES) this.take(this.uvarint());
    else this.fail("unknown wire type");
    return this.ok();
  }

  private uvarint(): u64 {
    let v: u64 = 0;
    for (let i: u32 = 0; this.at + i < this.end; i++) {
      const b = load<u8>(this.at + i);
      if (i > 9 || (i == 9 && b > 1)) {
        this.fail("varint too long");
        return 0;
      }
      v |= <u64>(b & 0x7f) << (7 * i);
      if (b < 0x80) {
        this.at += i + 1;
        return v;
      }
    }
    this.fail("truncated");
    return 0;
  }

  private take(n: u64): void {
    if (!this.ok() || n > <u64>(this.end - this.at)) {
      this.fail("truncated");
      return;
    }
    this.data = this.at;
    this.len = <u32>n;
    this.at += <usize>n;
  }

  is(wire: u32): bool { return this.wire == wire || this.fail("wrong wire type"); }

  inside(message: string): Reader { return new Reader(message, this.data, this.data + this.len, this.why); }

  // element is whether the field is a message that has a name, so is not shorter than one.
  element(): bool {
    if (!this.is(BYTES)) return false;
    return this.len >= 3 || this.fail("has no name");
  }

  bytes(): Bytes {
    if (!this.is(BYTES)) return new Bytes();
    return new Bytes(this.data, this.len);
  }

  text(): string {
    if (!this.is(BYTES)) return "";
    if (!utf8(this.data, this.len)) {
      this.fail("text is not UTF-8");
      return "";
    }
    return String.UTF8.decodeUnsafe(this.data, this.len);
  }

  flag(): bool { return this.is(VARINT) && this.number != 0; }

  bounded(most: u64): u32 {
    if (!this.is(VARINT)) return 0;
    if (this.number > most) {
      this.fail("number too large");
      return 0;
    }
    return <u32>this.number;
  }

  double(): f64 {
    if (!this.is(FIXED64)) return 0;
    return load<f64>(this.data);
  }

  packed(width: u32, list: Bytes): void {
    if (this.wire != (width == 8 ? FIXED64 : FIXED32) && !this.is(BYTES)) return;
    if (this.len % width != 0) {
      this.fail("packed numbers are cut off");
      return;
    }
    list.append(this.data, this.len, false);
  }

  named(name: string): void {
    if (name.length == 0) this.fail("has no name");
  }
}

// A Writer builds one message in memory that grows. Zero values are left out.
export class Writer {
  private buffer: StaticArray<u8> = new StaticArray<u8>(64);
  len: u32 = 0;

  get at(): usize { return changetype<usize>(this.buffer); }

  private room(n: u32): usize {
    const have = <u32>this.buffer.length;
    if (this.len + n > have) {
      const bigger = new StaticArray<u8>(max(have * 2, this.len + n));
      memory.copy(changetype<usize>(bigger), this.at, this.len);
      this.buffer = bigger;
    }
    const at = this.at + this.len;
    this.len += n;
    return at;
  }

  private varint(v: u64): void {
    for (; v >= 0x80; v >>= 7) store<u8>(this.room(1), <u8>v | 0x80);
    store<u8>(this.room(1), <u8>v);
  }

  uint(field: u32, v: u64): void {
    if (v == 0) return;
    this.varint(field << 3);
    this.varint(v);
  }

  // double leaves out positive zero only: negative zero is another value.
  double(field: u32, v: f64): void {
    if (reinterpret<u64>(v) != 0) this.fixed(field, v);
  }

  // bound writes zero, too, and leaves out NaN, which stands for no bound.
  bound(field: u32, v: f64): void {
    if (!isNaN(v)) this.fixed(field, v);
  }

  private fixed(field: u32, v: f64): void {
    this.varint(field << 3 | FIXED64);
    store<f64>(this.room(8), v);
  }

  // raw is one of a repeated field: written even if it is empty.
  raw(field: u32, at: usize, len: u32): void {
    this.varint(field << 3 | BYTES);
    this.varint(len);
    memory.copy(this.room(len), at, len);
  }

  message(field: u32, w: Writer): void { this.raw(field, w.at, w.len); }

  element(field: u32, s: string): void {
    const b = String.UTF8.encode(s);
    this.raw(field, changetype<usize>(b), b.byteLength);
  }

  text(field: u32, s: string): void {
    if (s.length > 0) this.element(field, s);
  }

  texts(field: u32, list: string[]): void {
    for (let i = 0; i < list.length; i++) this.element(field, list[i]);
  }

  doubles(field: u32, list: StaticArray<f64>): void {
    if (list.length > 0) this.raw(field, changetype<usize>(list), list.length << 3);
  }

  fixed32s(field: u32, list: u32[]): void {
    if (list.length > 0) this.raw(field, list.dataStart, list.length << 2);
  }
}
