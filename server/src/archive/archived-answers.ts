import { groupBy } from '../base/group-by.ts';
import { type Manifest, type Part, type Place, readManifest } from './manifest.ts';
import { type ArchivedAnswer, readPart } from './part.ts';
import type { Storage } from './storage.ts';

/** Reads single keywords from an archive. */
export interface ArchiveReader {
  /** A keyword's archived answers of a month, by id. */
  answersOf(place: Place, keywordId: string): Promise<Map<string, FoundAnswer>>;
}

export interface FoundAnswer {
  answer: ArchivedAnswer;
  part: Part;
}

/** How many parts are in memory: those of as many months can be read keyword by keyword without reading a part twice. */
const KEPT_PARTS = 12;

type ByKeyword = Map<string, ArchivedAnswer[]>;

export function readArchive(storage: Storage): ArchiveReader {
  const manifests = new Map<string, Promise<Manifest | undefined>>();
  const kept = new Map<string, Promise<ByKeyword>>();
  const manifestOf = (place: Place) => {
    const name = `${place.workspace_id}/${place.month}`;
    const found = manifests.get(name) ?? readManifest(storage, place);
    manifests.set(name, found);
    return found;
  };
  const partOf = (place: Place, part: Part) => {
    const found = kept.get(part.sha256) ?? readPart(storage, place, part).then(byKeyword);
    // The one used last is at the end.
    kept.delete(part.sha256);
    kept.set(part.sha256, found);
    const [oldest = ''] = kept.keys();
    if (kept.size > KEPT_PARTS) kept.delete(oldest);
    return found;
  };
  return {
    async answersOf(place, keywordId) {
      const found = new Map<string, FoundAnswer>();
      for (const part of (await manifestOf(place))?.parts ?? []) {
        if (keywordId < part.first_keyword_id || keywordId > part.last_keyword_id) continue;
        const answers = (await partOf(place, part)).get(keywordId) ?? [];
        for (const answer of answers) found.set(answer.answer_id, { answer, part });
      }
      return found;
    },
  };
}

function byKeyword(answers: ArchivedAnswer[]): ByKeyword {
  return groupBy(answers, ({ keyword_id }) => keyword_id);
}
