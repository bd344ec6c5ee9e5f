import type { SentAnswer } from './route.ts';

const MOST_BYTES = 32 * 1024 * 1024;
const LARGEST = 256 * 1024;
/** Headers and map entry. */
const OVERHEAD = 2_000;
const MOST_NAMES = 5_000;

/** A response that is current as long as the data has exactly this version. */
export interface KeptAnswer {
  version: string;
  answer: SentAnswer;
}

/** Responses in memory. The least recently used make room for others. */
export interface KeptAnswers {
  /** Whether it was asked for before. A URL that is used once would only push out others. */
  isRepeated(name: string): boolean;
  get(name: string): KeptAnswer | undefined;
  set(name: string, kept: KeptAnswer): void;
}

export function keepAnswers(mostBytes = MOST_BYTES): KeptAnswers {
  const kept = new Map<string, KeptAnswer>();
  const asked = new Set<string>();
  let bytes = 0;
  function drop(name: string): void {
    const found = kept.get(name);
    if (!found) return;
    kept.delete(name);
    bytes -= sizeOf(name, found);
  }
  return {
    isRepeated(name) {
      if (asked.has(name)) return true;
      if (asked.size >= MOST_NAMES) asked.clear();
      asked.add(name);
      return false;
    },
    get(name) {
      const found = kept.get(name);
      if (!found) return undefined;
      // A map has the order of insertion: this makes it the most recently used.
      kept.delete(name);
      kept.set(name, found);
      return found;
    },
    set(name, one) {
      drop(name);
      if (sizeOf(name, one) > LARGEST) return;
      kept.set(name, one);
      bytes += sizeOf(name, one);
      for (const oldest of kept.keys()) {
        if (bytes <= mostBytes) break;
        drop(oldest);
      }
    },
  };
}

function sizeOf(name: string, { answer }: KeptAnswer): number {
  return 2 * name.length + (answer.bytes?.length ?? 0) + OVERHEAD;
}
