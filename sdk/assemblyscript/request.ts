// What comes in: views into the request's bytes, checked before a plugin sees them.

import { Bytes, CONTRACT, Fault, Reader, utf8 } from "./wire";

export enum ColumnType { Numbers = 1, Tokens = 2, Text = 3 }

// Tokens are the token ids of one row.
export class Tokens {
  constructor(private at: usize, readonly length: u32) {}
  get(i: u32): u32 {
    assert(i < this.length, "there are fewer tokens");
    return load<u32>(this.at + (<usize>i << 2));
  }
}

// A Setting is one setting of the plugin's config. The field of its type holds the value.
export class Setting {
  name: string = "";
  type: u32 = 0;
  number: f64 = 0;
  text: string = "";
  flag: bool = false;
  texts: string[] = [];
  private list: Bytes = new Bytes();

  get numbers(): f64[] {
    const out = new Array<f64>(this.list.len >> 3);
    for (let i = 0; i < out.length; i++) out[i] = this.list.f64(i);
    return out;
  }

  read(f: Reader): void {
    while (f.next()) {
      if (f.field == 1) this.name = f.text();
      else if (f.field == 2 && f.is(2)) this.readValue(f.inside("value"));
    }
    f.named(this.name);
  }

  private readValue(f: Reader): void {
    this.type = 0;
    this.number = 0;
    this.text = "";
    this.flag = false;
    this.texts = [];
    this.list = new Bytes();
    while (f.next()) {
      if (f.field == 1) this.type = f.bounded(255);
      else if (f.field == 2) this.number = f.double();
      else if (f.field == 3) this.text = f.text();
      else if (f.field == 4) this.flag = f.flag();
      else if (f.field == 5) f.packed(8, this.list);
      else if (f.field == 6) this.texts.push(f.text());
    }
  }

  fault(): string {
    if (this.type < 1 || this.type > 5) return "unknown type";
    if ((this.type != 1 && this.number != 0) || (this.type != 2 && this.text.length > 0) || (this.type != 3 && this.flag) ||
      (this.type != 4 && this.list.len > 0) || (this.type != 5 && this.texts.length > 0)) return "holds a value of another type than its own";
    if (!isFinite(this.number)) return "not finite";
    for (let i: u32 = 0; i < this.list.len >> 3; i++) {
      if (!isFinite(this.list.f64(i))) return "not finite";
    }
    return "";
  }
}

// A Column has one value per row of a table. Rows beyond the last are unknown.
export class Column {
  name: string = "";
  type: u32 = 0;
  rows: u32 = 0;
  private present: Bytes = new Bytes();
  private numbers: Bytes = new Bytes();
  private offsets: Bytes = new Bytes();
  private ids: Bytes = new Bytes();
  private letters: Bytes = new Bytes();

  // known is whether the value of row is known.
  known(row: u32): bool {
    return row < this.rows && (this.present.len == 0 || (load<u8>(this.present.at + (row >> 3)) >> <u8>(row & 7) & 1) == 1);
  }

  // number is the number of row, or fallback if it is unknown.
  number(row: u32, fallback: f64): f64 {
    return this.type == ColumnType.Numbers && this.known(row) ? this.numbers.f64(row) : fallback;
  }

  // tokens are the token ids of row; none if they are unknown.
  tokens(row: u32): Tokens {
    if (this.type != ColumnType.Tokens || row >= this.rows) return new Tokens(0, 0);
    const from = this.offsets.u32(row);
    return new Tokens(this.ids.at + (<usize>from << 2), this.offsets.u32(row + 1) - from);
  }

  // text is the text of row; empty if it is unknown.
  text(row: u32): string {
    if (this.type != ColumnType.Text || row >= this.rows) return "";
    const from = this.offsets.u32(row);
    return String.UTF8.decodeUnsafe(this.letters.at + from, this.offsets.u32(row + 1) - from);
  }

  read(f: Reader): void {
    while (f.next()) {
      if (f.field == 1) this.name = f.text();
      else if (f.field == 2) this.type = f.bounded(255);
      else if (f.field == 3) this.present = f.bytes();
      else if (f.field == 4) f.packed(8, this.numbers);
      else if (f.field == 5) f.packed(4, this.offsets);
      else if (f.field == 6) f.packed(4, this.ids);
      else if (f.field == 7) this.letters = f.bytes();
    }
    f.named(this.name);
  }

  fault(): string {
    if (this.present.len > 0) {
      if (this.present.len != (this.rows >> 3) + u32((this.rows & 7) != 0)) return "presence mask of another length than its rows";
      const last = load<u8>(this.present.at + this.present.len - 1);
      if ((this.rows & 7) != 0 && last >> <u8>(this.rows & 7) != 0) return "presence mask has bits beyond the last row";
    }
    const numbers = this.numbers.len > 0, tokens = this.ids.len > 0, text = this.letters.len > 0;
    if (this.type == ColumnType.Numbers) {
      return this.offsets.len > 0 || tokens || text ? "a column of numbers holds something else" : this.numbersFault();
    }
    if (this.type == ColumnType.Tokens) return numbers || text ? "a column of tokens holds something else" : this.raggedFault(this.ids.len >> 2);
    if (this.type == ColumnType.Text) return numbers || tokens ? "a column of text holds something else" : this.textFault();
    return "unknown column type";
  }

  private numbersFault(): string {
    if (this.numbers.len >> 3 != this.rows) return "has not one number per row";
    for (let i: u32 = 0; i < this.rows; i++) {
      const v = this.numbers.f64(i);
      if (!isFinite(v)) return "a row is not finite";
      if (v != 0 && !this.known(i)) return "a row is unknown and not zero";
    }
    return "";
  }

  private raggedFault(length: u32): string {
    if (<u64>(this.offsets.len >> 2) != <u64>this.rows + 1) return "has not one offset more than rows";
    if (this.offsets.u32(0) != 0) return "first offset is not 0";
    for (let i: u32 = 0; i < this.rows; i++) {
      const from = this.offsets.u32(i), to = this.offsets.u32(i + 1);
      if (to < from) return "offsets descend";
      if (to > from && !this.known(i)) return "a row is unknown and not empty";
    }
    return this.offsets.u32(this.rows) == length ? "" : "last offset is not the length";
  }

  private textFault(): string {
    const bad = this.raggedFault(this.letters.len);
    if (bad.length > 0) return bad;
    for (let i: u32 = 0; i < this.rows; i++) {
      const from = this.offsets.u32(i);
      if (!utf8(this.letters.at + from, this.offsets.u32(i + 1) - from)) return "a row is not UTF-8";
    }
    return "";
  }
}

// A Table is a named group of columns of equal length.
export class Table {
  name: string = "";
  rows: u32 = 0;
  columns: Column[] = [];

  // column is the column of that name; one without rows if the table has none.
  column(name: string): Column {
    for (let i = 0; i < this.columns.length; i++) {
      if (this.columns[i].name == name) return this.columns[i];
    }
    return new Column();
  }

  has(name: string): bool { return this.column(name).name.length > 0; }

  read(f: Reader): void {
    while (f.next()) {
      if (f.field == 1) this.name = f.text();
      else if (f.field == 2) this.rows = f.bounded(u32.MAX_VALUE);
      else if (f.field == 3 && f.element()) {
        const c = new Column();
        c.read(f.inside("column"));
        this.columns.push(c);
      }
    }
    f.named(this.name);
  }

  fault(): string {
    for (let i = 0; i < this.columns.length; i++) {
      const c = this.columns[i];
      c.rows = this.rows;
      const bad = this.column(c.name) != c ? "column given twice" : c.fault();
      if (bad.length > 0) return "request: " + this.name + "." + c.name + ": " + bad;
    }
    return "";
  }
}

// compare orders texts by their UTF-8 bytes, which for UTF-16 units is the order of code points.
function compare(a: string, b: string): i32 {
  const x = String.UTF8.encode(a), y = String.UTF8.encode(b);
  const order = memory.compare(changetype<usize>(x), changetype<usize>(y), min(x.byteLength, y.byteLength));
  return order != 0 ? order : x.byteLength - y.byteLength;
}

// A Request is one call of a stage.
export class Request {
  private contract: u32 = 0;
  private settings: Setting[] = [];
  private tables: Table[] = [];

  // table is the table of that name; one without rows and columns if the request has none.
  table(name: string): Table {
    for (let i = 0; i < this.tables.length; i++) {
      if (this.tables[i].name == name) return this.tables[i];
    }
    return new Table();
  }

  // setting is the setting of that name; one with zero values if there is none.
  setting(name: string): Setting {
    for (let i = 0; i < this.settings.length; i++) {
      if (this.settings[i].name == name) return this.settings[i];
    }
    return new Setting();
  }

  number(name: string): f64 { return this.setting(name).number; }
  flag(name: string): bool { return this.setting(name).flag; }
  text(name: string): string { return this.setting(name).text; }
  texts(name: string): string[] { return this.setting(name).texts; }
  numbers(name: string): f64[] { return this.setting(name).numbers; }

  // decode reads and checks a request. It returns what is wrong, or an empty text.
  decode(at: usize, len: u32): string {
    const why = new Fault();
    this.read(new Reader("request", at, at + len, why));
    if (this.contract != CONTRACT && (why.text.length == 0 || this.contract != 0)) {
      return "request: contract " + this.contract.toString() + ", this plugin speaks contract " + CONTRACT.toString() +
        ": rebuild it with the SDK of the host's release";
    }
    return why.text.length > 0 ? why.text : this.fault();
  }

  private read(f: Reader): void {
    while (f.next()) {
      if (f.field == 1) this.contract = f.bounded(u32.MAX_VALUE);
      else if (f.field == 2 && f.element()) {
        const s = new Setting();
        s.read(f.inside("setting"));
        this.settings.push(s);
      } else if (f.field == 3 && f.element()) {
        const t = new Table();
        t.read(f.inside("table"));
        this.tables.push(t);
      }
    }
  }

  private fault(): string {
    for (let i = 0; i < this.settings.length; i++) {
      const s = this.settings[i];
      let bad = s.fault();
      if (i > 0 && compare(this.settings[i - 1].name, s.name) >= 0) bad = "not in ascending order of names";
      if (bad.length > 0) return "request: " + s.name + ": " + bad;
    }
    for (let i = 0; i < this.tables.length; i++) {
      const t = this.tables[i];
      const bad = this.table(t.name) != t ? "request: " + t.name + ": table given twice" : t.fault();
      if (bad.length > 0) return bad;
    }
    return "";
  }
}
