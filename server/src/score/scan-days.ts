/** The answers to one prompt on one platform and day, and what they say about one brand. */
export interface CellCounts {
  /** The number before the day. */
  ago: number;
  platform: string;
  prompt: number;
  /** Valid answers. */
  n: number;
  /** Those that mention the brand. */
  k: number;
  /** Cited pages of the brand, summed over the answers. */
  citations: number;
}

const COMMA = 44;
const ZERO = 48;
const NINE = 57;
const OPEN = 91;
const CLOSE = 93;

/**
 * Reads one brand's counts from the text of many days, `[ago,{"platform":…}],[ago,…`, as `Day` is written as JSON.
 * Scanned rather than parsed: that makes no object per day and takes half the time. `use` gets the same object each time.
 * Prompts without a valid answer are left out.
 */
export function scanDays(text: string, { brand, use }: { brand: number; use: (cell: CellCounts) => void }): void {
  const scanner = new Scanner(text, brand);
  while (scanner.nextDay()) while (scanner.nextPlatform()) scanner.give(use);
}

class Scanner {
  private readonly text: string;
  private readonly brand: number;
  private at = 0;
  private readonly cell: CellCounts = { ago: 0, platform: '', prompt: 0, n: 0, k: 0, citations: 0 };
  /** The same text for the same platform. */
  private readonly platforms: string[] = [];
  private prompts = new Int32Array(1_024);
  /** `n`, `k` and `citations` of each prompt. */
  private counts = new Int32Array(3 * 64);
  private largest = 0;

  constructor(text: string, brand: number) {
    this.text = text;
    this.brand = brand;
  }

  nextDay(): boolean {
    if (this.at >= this.text.length) return false;
    this.at = this.text.indexOf('[', this.at) + 1;
    this.cell.ago = this.number();
    // `,{`, then a platform or `}`.
    this.at += 2;
    return true;
  }

  nextPlatform(): boolean {
    const { text } = this;
    if (text.charCodeAt(this.at) === COMMA) this.at++;
    if (text[this.at] !== '"') {
      // `}]`
      this.at += 2;
      return false;
    }
    const start = this.at + 1;
    const end = text.indexOf('"', start);
    const known = this.platforms.find((name) => name.length === end - start && text.startsWith(name, start));
    this.cell.platform = known ?? text.slice(start, end);
    if (known === undefined) this.platforms.push(this.cell.platform);
    // `":[[`
    this.at = end + 4;
    this.readPrompts();
    this.readMentions();
    this.readCited();
    // `],pages,[rest]]`
    this.at = text.indexOf(']', this.at + 1) + 2;
    return true;
  }

  give(use: (cell: CellCounts) => void): void {
    const { cell, counts } = this;
    for (let prompt = 0; prompt <= this.largest; prompt++) {
      cell.n = counts[3 * prompt] ?? 0;
      if (cell.n === 0) continue;
      cell.prompt = prompt;
      cell.k = counts[3 * prompt + 1] ?? 0;
      cell.citations = counts[3 * prompt + 2] ?? 0;
      use(cell);
    }
  }

  private readPrompts(): void {
    let length = 0;
    this.largest = 0;
    while (this.text.charCodeAt(this.at) !== CLOSE) {
      if (length === this.prompts.length) this.prompts = larger(this.prompts, 2 * length);
      const prompt = this.number();
      this.prompts[length++] = prompt;
      if (prompt > this.largest) this.largest = prompt;
      this.skipComma();
    }
    const size = 3 * (this.largest + 1);
    if (size > this.counts.length) this.counts = new Int32Array(2 * size);
    this.counts.fill(0, 0, size);
    for (let i = 0; i < length; i++) this.add(i, { count: 0, by: 1 });
  }

  private readMentions(): void {
    this.eachOfBrand(() => this.add(Math.floor(this.number() / 3), { count: 1, by: 1 }));
  }

  private readCited(): void {
    this.eachOfBrand(() => {
      const answer = this.number();
      this.at++;
      this.add(answer, { count: 2, by: this.number() });
    });
  }

  /** From `],[[brand,…],[brand,…]]` before the next `]`. */
  private eachOfBrand(read: () => void): void {
    const { text } = this;
    this.at += 3;
    while (text.charCodeAt(this.at) === OPEN) {
      this.at++;
      if (this.number() !== this.brand) this.at = text.indexOf(']', this.at);
      while (text.charCodeAt(this.at) === COMMA) {
        this.at++;
        read();
      }
      this.at++;
      this.skipComma();
    }
  }

  private add(answer: number, { count, by }: { count: number; by: number }): void {
    const place = 3 * (this.prompts[answer] ?? 0) + count;
    this.counts[place] = (this.counts[place] ?? 0) + by;
  }

  private number(): number {
    const { text } = this;
    let value = 0;
    let code = text.charCodeAt(this.at);
    while (code >= ZERO && code <= NINE) {
      value = value * 10 + code - ZERO;
      code = text.charCodeAt(++this.at);
    }
    return value;
  }

  private skipComma(): void {
    if (this.text.charCodeAt(this.at) === COMMA) this.at++;
  }
}

function larger(numbers: Int32Array, length: number) {
  const copy = new Int32Array(length);
  copy.set(numbers);
  return copy;
}
