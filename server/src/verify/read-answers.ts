import { groupBy } from '../base/group-by.ts';
import { dayOf } from '../base/time.ts';
import type { StoredReader } from '../measure/read-stored.ts';
import { windowOf } from '../score/window.ts';

/** A valid answer and the brands that it mentions. */
export interface ReadAnswer {
  platform: string;
  promptId: string;
  window: number;
  recordedMs: number;
  /** Undefined if its text was removed and they cannot be known under this reading. */
  brandIds: Set<string> | undefined;
}

/** A keyword's answers by platform, analyzed under a reading. */
export type AnswersUnder = (reading: number) => Promise<Map<string, ReadAnswer[]>>;

/** Each reading is analyzed once. */
export function answersUnder(stored: StoredReader, firstDay: string): AnswersUnder {
  const known = new Map<number, ReturnType<AnswersUnder>>();
  return (reading) => {
    const found = known.get(reading) ?? readAnswers(stored, { firstDay, reading });
    known.set(reading, found);
    return found;
  };
}

async function readAnswers(
  stored: StoredReader,
  { firstDay, reading }: { firstDay: string; reading: number },
): Promise<Map<string, ReadAnswer[]>> {
  const read: ReadAnswer[] = [];
  for await (const answers of stored.answers({ reading })) {
    for (const { answer, status, findings } of answers) {
      if (status !== 'valid') continue;
      const { platform, promptId, askedAt, recordedAt } = answer;
      const brandIds = findings && new Set(findings.mentions.map(({ brandId }) => brandId));
      const window = windowOf(firstDay, dayOf(askedAt));
      read.push({ platform, promptId, window, recordedMs: recordedAt.getTime(), brandIds });
    }
  }
  return groupBy(read, ({ platform }) => platform);
}
