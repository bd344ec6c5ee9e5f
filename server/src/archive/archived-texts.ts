import { groupBy } from '../base/group-by.ts';
import { dayOf } from '../base/time.ts';
import type { RemovedTexts } from '../measure/read-stored.ts';
import type { StoredAnswer } from '../store/answers/stored-answers.ts';
import { readArchive } from './archived-answers.ts';
import type { Storage } from './storage.ts';

/** Removed texts of a workspace, from an archive. */
export function archivedTexts(storage: Storage, workspaceId: string): RemovedTexts {
  const archive = readArchive(storage);
  return async (keywordId, answers) => {
    const texts: StoredAnswer[] = [];
    for (const [month, mine] of groupBy(answers, ({ askedAt }) => dayOf(askedAt).slice(0, 7))) {
      const archived = await archive.answersOf({ workspace_id: workspaceId, month }, keywordId);
      for (const answer of mine) {
        const found = archived.get(answer.answerId)?.answer;
        if (found) texts.push({ ...answer, text: found.text, cited: found.cited, retrieved: found.retrieved });
      }
    }
    return texts;
  };
}
