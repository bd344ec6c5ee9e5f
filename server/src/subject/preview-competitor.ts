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

/** Some four seconds' work; older answers are read again all the same, they are only not counted beforehand. */
const MOST_ANSWERS = 10_000;
/** Other requests get their turn after this many answers, some 5 ms. */
const TURN = 20;
const MOST_EXAMPLES = 5;

export interface CompetitorPreview {
  /** Valid answers read for it, the newest, and all there are. */
  answersRead: number;
  answersTotal: number;
  /** Of those read: answers that name it, and answers that cite a page of it. */
  naming: number;
  citing: number;
  /** Of the same answers, those that name it under its present names; undefined when it is new. */
  namingNow: number | undefined;
  /** Sentences that name it, the newest, at most one a keyword. */
  examples: { answerId: string; keyword: string; platform: string; context: string }[];
  /** What is worth a second thought about the names. */
  warnings: string[];
}

/** What stored answers say of a competitor before it is added, or changed when an id is given. Nothing is stored. */
export async function previewCompetitor(
  db: Db,
  workspaceId: string,
  { competitorId, input }: { competitorId: string | undefined; input: NewCompetitor },
): Promise<CompetitorPreview> {
  const workspace = await findWorkspace(db, workspaceId);
  const subject = workspace && (await loadReading(db, workspaceId, workspace.reading));
  if (!subject) throw new ApiError(409, 'No brand has been named in this workspace yet');
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
      // Of a keyword that was deleted.
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

/** Passes over answers that hold none of the names and none of the domains: reading one costs ten times as much. */
function filterFor({ aliases, domains }: NamedBrand): (answer: RecentAnswer) => boolean {
  const names = aliases.map(({ text }) => lettersOf(text)).filter(Boolean);
  const folded = aliases.map(({ text }) => lettersOf(sameName(text)));
  return ({ text, cited }) => {
    const letters = lettersOf(text);
    return (
      names.some((name) => letters.includes(name)) ||
      domains.some((domain) => text.includes(domain) || cited.some(({ url }) => url.includes(domain))) ||
      // Letters beyond a to z may stand for others, as ø for o: that takes eight times as long to find out.
      (BEYOND_ASCII.test(letters) && folded.some((name) => lettersOf(sameName(text)).includes(name)))
    );
  };
}

const BEYOND_ASCII = /\P{ASCII}/u;

/** Without what a name can be written with or without: accents, spaces, hyphens, marks of bold and italic type. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
