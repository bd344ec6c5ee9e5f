import { nextTurn } from '../../base/turns.ts';
import type { PageOwner, SourceSum } from '../../score/sum-day.ts';

/** In the highest bits of a packed count, in this order. */
const OWNERS: PageOwner[] = ['own', 'competitor', 'other'];
const OWNER_BIT = 28;
const MOST_ANSWERS = 2 ** OWNER_BIT - 1;
const ENTRY_BYTES = 12;

/** The answers that cite pages, as Base64: 12 bytes per page and owner, in the order of their keys. */
export function packPages(pages: SourceSum['pages']): string {
  const entries = OWNERS.flatMap((owner, bits) =>
    [...pages[owner]].map(([key, answers]) => ({ key: BigInt(key), count: answers | (bits << OWNER_BIT) })),
  );
  entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.count - b.count));
  const bytes = Buffer.allocUnsafe(entries.length * ENTRY_BYTES);
  for (const [place, { key, count }] of entries.entries()) {
    bytes.writeBigInt64BE(key, place * ENTRY_BYTES);
    bytes.writeInt32BE(count, place * ENTRY_BYTES + 8);
  }
  return bytes.toString('base64');
}

export interface PageSum {
  /** A 64-bit number as text. */
  key: string;
  owner: PageOwner;
  answers: number;
}

/**
 * Adds up packed values, which are Base64. In arrays of numbers: a `Map` would need a new object for each of two million
 * entries.
 */
export async function sumPages(parts: string[]): Promise<PageSum[]> {
  let sums = emptySums(1 << 12);
  for (const part of parts) {
    await nextTurn();
    const { buffer, byteOffset, length } = Buffer.from(part, 'base64');
    const view = new DataView(buffer, byteOffset, length);
    for (let at = 0; at < length; at += ENTRY_BYTES) {
      if (sums.used * 2 > sums.size) sums = doubled(sums);
      const packed = view.getInt32(at + 8);
      add(sums, view.getInt32(at), view.getInt32(at + 4), packed >>> OWNER_BIT, packed & MOST_ANSWERS);
    }
  }
  await nextTurn();
  const found: PageSum[] = [];
  eachSum(sums, (high, low, owner, answers) => {
    const key = BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low >>> 0)).toString();
    found.push({ key, owner: OWNERS[owner] ?? 'other', answers });
  });
  return found;
}

/** A hash table. A place without answers is free. */
interface Sums {
  /** A power of two. */
  size: number;
  used: number;
  /** The halves of the keys. */
  high: Int32Array;
  low: Int32Array;
  owner: Uint8Array;
  answers: Int32Array;
}

function emptySums(size: number): Sums {
  const numbers = () => new Int32Array(size);
  return { size, used: 0, high: numbers(), low: numbers(), owner: new Uint8Array(size), answers: numbers() };
}

function add(sums: Sums, high: number, low: number, owner: number, answers: number): void {
  // A key is a hash already.
  let at = (high ^ low ^ owner) & (sums.size - 1);
  while (sums.answers[at] !== 0) {
    if (sums.low[at] === low && sums.high[at] === high && sums.owner[at] === owner) {
      (sums.answers[at] as number) += answers;
      return;
    }
    at = (at + 1) & (sums.size - 1);
  }
  sums.high[at] = high;
  sums.low[at] = low;
  sums.owner[at] = owner;
  sums.answers[at] = answers;
  sums.used++;
}

function doubled(sums: Sums): Sums {
  const larger = emptySums(sums.size * 2);
  eachSum(sums, (high, low, owner, answers) => add(larger, high, low, owner, answers));
  return larger;
}

function eachSum(
  { size, high, low, owner, answers }: Sums,
  use: (high: number, low: number, owner: number, answers: number) => void,
): void {
  for (let at = 0; at < size; at++) {
    const count = answers[at] as number;
    if (count > 0) use(high[at] as number, low[at] as number, owner[at] as number, count);
  }
}
