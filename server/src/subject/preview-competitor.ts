import { setImmediate } from 'node:timers/promises';
import { analyze, prepareSubject } from '../analyze/analyze.ts';
import { ApiError } from '../base/errors.ts';
import { countAnswers, countNaming, type RecentAnswer, recentAnswers } from '../store/answers/recent-answers.ts';
import type { Db } from '../store/db.ts';
import { keywordNames } from '../store/keywords/keywords.ts';
import { loadReading, type NamedBrand, type NamedSubject } from '../store/workspaces/readings.ts';
import { findWorkspace } from '../store/workspaces/workspaces.ts';
import { checkNames, type NewCompetitor } from './change-competitors.ts';
import { adviceOn, sameName, withName } from './names.ts';

/** About four seconds of work. Older answers are re-analyzed later too, but not counted in the preview. */
const MOST_ANSWERS = 10_000;
/** Yields to other requests after this many answers, about 5 ms. */
const TURN = 20;
const MOST_EXAMPLES = 5;

export interface CompetitorPreview {
  /** The number of valid answers analyzed, newest first, and the total. */
  answersRead: number;
  answersTotal: number;
  /** Of the analyzed answers: those that mention it, and those that cite one of its pages. */
  naming: number;
  citing: number;
  /** Of the same answers, those that mention it under its current names. Undefined for a new competitor. */
  namingNow: number | undefined;
  /** The newest sentences that mention it, at most one per keyword. */
  examples: { answerId: string; keyword: string; platform: string; context: string }[];
  /** Warnings about the names. */
  warnings: string[];
}

/**
 * What the stored answers contain about a competitor before it is added, or changed if an id is given. Stores nothing.
 */
export async function previewCompetitor(
  db: Db,
  workspaceId: string,
  { competitorId, input }: { competitorId: string | undefined; input: NewCompetitor },
): Promise<CompetitorPreview> {
  const workspace = await findWorkspace(db, workspaceId);
  const subject = workspace && (await loadReading(db, workspaceId, workspace.reading));
  if (!subject) throw new ApiError(409, 'This workspace has no brand yet. Set up your brand first.');
  const brand = withName({ ...input, id: competitorId ?? '' });
  const others = subject.competitors.filter(({ id }) => id !== brand.id);
  if (competitorId !== undefined && others.length === subject.competitors.length) {
    throw new ApiError(404, 'Competitor not found');
  }
  checkNames({ ...subject, competitors: others }, input);
  const { oldest, ...found } = await readFor(db, workspaceId, {
    subject: { ...subject, competitors: [...others, brand] },
    brand,
    before: workspace.now,
  });
  return {
    ...found,
    answersTotal: await countAnswers(db, workspaceId),
    namingNow:
      competitorId === undefined ? undefined : await countNaming(db, workspaceId, { brandId: brand.id, since: oldest }),
    warnings: adviceOn(brand).flatMap(({ warning }) => warning ?? []),
  };
}

interface Wanted {
  subject: NamedSubject;
  brand: NamedBrand;
  before: Date;
}

async function readFor(db: Db, workspaceId: string, { subject, brand, before }: Wanted) {
  const reader = prepareSubject(subject);
  const mayConcern = filterFor(brand);
  const keywords = await keywordNames(db, workspaceId);
  const found = {
    oldest: before,
    answersRead: 0,
    naming: 0,
    citing: 0,
    examples: [] as CompetitorPreview['examples'],
  };
  const shown = new Set<string>();
  for await (const answers of recentAnswers(db, workspaceId, before)) {
    for (const answer of answers) {
      found.oldest = answer.askedAt;
      const keyword = keywords.get(answer.keywordId)?.keyword;
      // The keyword was deleted.
      if (keyword === undefined) continue;
      if (++found.answersRead % TURN === 0) await setImmediate();
      if (!mayConcern(answer)) continue;
      const { mentions, citations } = analyze(answer, reader);
      if (citations.some(({ kind, ownerId }) => kind === 'cited' && ownerId === brand.id)) found.citing++;
      const mention = mentions.find(({ brandId }) => brandId === brand.id);
      if (!mention) continue;
      found.naming++;
      if (shown.has(keyword) || found.examples.length >= MOST_EXAMPLES) continue;
      shown.add(keyword);
      const { answerId, platform } = answer;
      found.examples.push({ answerId, keyword, platform, context: mention.context });
    }
    if (found.answersRead >= MOST_ANSWERS) break;
  }
  return found;
}

/** Skips answers that contain none of the names and domains: analyzing one costs ten times as much. */
function filterFor({ aliases, domains }: NamedBrand): (answer: RecentAnswer) => boolean {
  const names = aliases.map(({ text }) => compact(text)).filter(Boolean);
  const folded = aliases.map(({ text }) => compact(sameName(text)));
  return ({ text, cited }) => {
    const compacted = compact(text);
    return (
      names.some((name) => compacted.includes(name)) ||
      domains.some((domain) => text.includes(domain) || cited.some(({ url }) => url.includes(domain))) ||
      // Characters beyond ASCII may match others, such as ø for o. This check takes eight times as long.
      (BEYOND_ASCII.test(compacted) && folded.some((name) => compact(sameName(text)).includes(name)))
    );
  };
}

const BEYOND_ASCII = /\P{ASCII}/u;

/** Removes what varies between spellings of a name: accents, spaces, hyphens, bold and italic marks. */
function compact(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
