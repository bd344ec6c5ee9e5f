import { canonicalUrl } from '../analyze/canonical-url.ts';
import { citationMarks } from '../analyze/citation-marks.ts';
import { dayOf } from '../base/time.ts';
import {
  type FoundAnswer,
  findAnswer,
  findingsOf,
  neighboursOf,
  type PageInAnswer,
} from '../store/answers/one-answer.ts';
import type { Db } from '../store/db.ts';
import { monthOf, removedMonths } from '../store/retention/removed-months.ts';
import { loadReading, type NamedSubject, OWN_BRAND } from '../store/workspaces/readings.ts';

/** An answer with its mentions and citations, and their positions in the text. */
export async function readAnswer(db: Db, workspaceId: string, answerId: string) {
  const found = await findAnswer(db, workspaceId, answerId);
  if (!found) return undefined;
  const [{ brands, pages }, beside, subject, textRemovedAt] = await Promise.all([
    findingsOf(db, workspaceId, found),
    neighboursOf(db, workspaceId, found),
    found.reading === undefined ? undefined : loadReading(db, workspaceId, found.reading),
    whenRemoved(db, workspaceId, found),
  ]);
  const nameOf = namesOf(subject);
  return {
    answer: found.answer,
    reason: found.reason,
    promptId: found.promptId,
    textRemovedAt,
    brands: brands.map(({ brandId, position, sentiment }) => ({
      brandId,
      position,
      sentiment,
      name: nameOf(brandId),
      isOwn: brandId === OWN_BRAND,
    })),
    /** UTF-16 offsets into the text, as in JavaScript. */
    marks: textRemovedAt
      ? []
      : [
          ...brands.flatMap(({ brandId, spans }) => spans.map(([start, end]) => ({ start, end, brandId }))),
          ...citationMarks({ text: found.answer.text, cited: found.cited }),
        ],
    sources: sourcesOf(found, pages, nameOf),
    ...beside,
  };
}

/** When the text was removed by the retention setting. */
async function whenRemoved(db: Db, workspaceId: string, { answer }: FoundAnswer): Promise<Date | undefined> {
  if (answer.text !== '') return undefined;
  return (await removedMonths(db, workspaceId)).get(monthOf(dayOf(answer.askedAt)))?.textsRemovedAt;
}

function namesOf(subject: NamedSubject | undefined): (brandId: string) => string | undefined {
  const brands = subject ? [subject.brand, ...subject.competitors] : [];
  const names = new Map(brands.map(({ id, name }) => [id, name]));
  return (brandId) => names.get(brandId);
}

/** The answer's sources in the platform's order, which its reference numbers follow. Each with its owner. */
function sourcesOf({ answer }: FoundAnswer, pages: PageInAnswer[], nameOf: (brandId: string) => string | undefined) {
  const byUrl = new Map(pages.flatMap((page) => [page.url, page.canonicalUrl].map((url) => [url, page] as const)));
  return answer.sources.map(({ url, title, cited }) => {
    const page = byUrl.get(url) ?? byUrl.get(canonicalUrl(url) ?? '');
    return {
      url,
      title,
      cited,
      domain: page?.domain,
      owner: page?.owner,
      ownerName: page?.ownerId ? nameOf(page.ownerId) : undefined,
    };
  });
}
