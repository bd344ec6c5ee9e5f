import { lineReader } from '../../base/lines.ts';
import { LEAST_COMPARED, type PromptGap } from '../../score/gap-effect.ts';
import type { GapFacts } from './gap-facts.ts';

export const GAP_KINDS = ['domain', 'page', 'query'] as const;
export type GapKind = (typeof GAP_KINDS)[number];

/** A domain, a page (by its key) or a query (folded) of one keyword on one platform. */
export interface GapSource {
  keywordId: string;
  platform: string;
  kind: GapKind;
  source: string;
}

/** The sources of one keyword on one platform, and in how many answers the brand is missing with and without each. */
export interface GapCell {
  keywordId: string;
  platform: string;
  /** All valid answers. */
  answers: number;
  candidates: { source: GapSource; prompts: PromptGap[] }[];
}

/** Of one answer. */
interface Read {
  cell: Cell;
  /** Its place in the cell's prompts. */
  prompt: number;
  isOwn: boolean;
  isRival: boolean;
  /** The count that it was last part of. */
  countedIn: Count[] | undefined;
}

/** The answers with a competitor, by their sources. An answer that cites two pages of a domain is listed twice. */
interface Cell {
  keywordId: string;
  platform: string;
  answers: number;
  prompts: Map<string, number>;
  domain: Map<string, Read[]>;
  page: Map<string, Read[]>;
  query: Map<string, Read[]>;
  withPages: Read[];
  withQueries: Read[];
}

/**
 * Counts answers that mention or cite a competitor, by prompt and source. A domain or page is compared with answers
 * that cite other pages, a query with answers that ran other queries. A home page is counted as its domain.
 */
export function countCells(facts: GapFacts, foldedOf: (queries: string) => string[]): GapCell[] {
  const cells = new Map<string, Cell>();
  const answers = readAnswers(facts, cells);
  for (const text of [facts.ownMentions, facts.ownCitations]) mark(answers, text, 'isOwn');
  for (const text of [facts.rivalMentions, facts.rivalCitations]) mark(answers, text, 'isRival');
  addQueries(answers, facts, foldedOf);
  addCitations(answers, facts);
  return [...cells.values()].map((cell) => ({
    keywordId: cell.keywordId,
    platform: cell.platform,
    answers: cell.answers,
    candidates: GAP_KINDS.flatMap((kind) => candidatesOf(cell, kind)),
  }));
}

function readAnswers(facts: GapFacts, cells: Map<string, Cell>): Map<string, Read> {
  const answers = new Map<string, Read>();
  const [nextId, nextKeyword] = [lineReader(facts.answerIds), lineReader(facts.keywordIds)];
  const [nextPlatform, nextPrompt] = [lineReader(facts.platforms), lineReader(facts.promptIds)];
  for (let id = nextId(); id !== undefined; id = nextId()) {
    const [keywordId, platform, promptId] = [nextKeyword() ?? '', nextPlatform() ?? '', nextPrompt() ?? ''];
    const key = `${keywordId} ${platform}`;
    const cell = cells.get(key) ?? emptyCell(keywordId, platform);
    if (cell.answers++ === 0) cells.set(key, cell);
    const prompt = cell.prompts.get(promptId) ?? cell.prompts.size;
    if (prompt === cell.prompts.size) cell.prompts.set(promptId, prompt);
    answers.set(id, { cell, prompt, isOwn: false, isRival: false, countedIn: undefined });
  }
  return answers;
}

function emptyCell(keywordId: string, platform: string): Cell {
  const sources = { domain: new Map(), page: new Map(), query: new Map(), withPages: [], withQueries: [] };
  return { keywordId, platform, answers: 0, prompts: new Map(), ...sources };
}

function mark(answers: Map<string, Read>, ids: string | undefined, flag: 'isOwn' | 'isRival'): void {
  const nextId = lineReader(ids);
  for (let id = nextId(); id !== undefined; id = nextId()) {
    const answer = answers.get(id);
    if (answer) answer[flag] = true;
  }
}

function addQueries(answers: Map<string, Read>, facts: GapFacts, foldedOf: (queries: string) => string[]): void {
  const nextQueries = lineReader(facts.queries);
  for (const answer of answers.values()) {
    const queries = foldedOf(nextQueries() ?? '');
    if (!answer.isRival || queries.length === 0) continue;
    answer.cell.withQueries.push(answer);
    for (const query of queries) if (query !== '') add(answer.cell.query, query, answer);
  }
}

function addCitations(answers: Map<string, Read>, facts: GapFacts): void {
  const [nextId, nextDomain, nextPage] = [facts.citations, facts.domains, facts.pageKeys].map(lineReader);
  for (let id = nextId?.(); id !== undefined; id = nextId?.()) {
    const [domain, page] = [nextDomain?.() ?? '', nextPage?.() ?? ''];
    const answer = answers.get(id);
    if (!answer?.isRival) continue;
    answer.cell.withPages.push(answer);
    if (domain === '') continue;
    add(answer.cell.domain, domain, answer);
    if (page !== '') add(answer.cell.page, page, answer);
  }
}

function add(sources: Map<string, Read[]>, source: string, answer: Read): void {
  const answers = sources.get(source);
  if (answers) answers.push(answer);
  else sources.set(source, [answer]);
}

function candidatesOf(cell: Cell, kind: GapKind): GapCell['candidates'] {
  const { keywordId, platform } = cell;
  const all = countByPrompt(kind === 'query' ? cell.withQueries : cell.withPages, cell);
  return [...cell[kind]].flatMap(([source, answers]) => {
    if (answers.length < LEAST_COMPARED) return [];
    const counted = countByPrompt(answers, cell);
    if (counted.reduce((sum, { n }) => sum + n, 0) < LEAST_COMPARED) return [];
    return [{ source: { keywordId, platform, kind, source }, prompts: comparePrompts(counted, all) }];
  });
}

interface Count {
  n: number;
  k: number;
}

/** Each answer once, though it may be listed twice. */
function countByPrompt(answers: Read[], { prompts }: Cell): Count[] {
  const counts: Count[] = Array.from(prompts, () => ({ n: 0, k: 0 }));
  for (const answer of answers) {
    const count = counts[answer.prompt];
    if (!count || answer.countedIn === counts) continue;
    answer.countedIn = counts;
    count.n++;
    if (!answer.isOwn) count.k++;
  }
  return counts;
}

function comparePrompts(counted: Count[], all: Count[]): PromptGap[] {
  return all.flatMap(({ n, k }, prompt) => {
    const { n: n1, k: k1 } = counted[prompt] ?? { n: 0, k: 0 };
    return n === 0 ? [] : [{ n1, k1, n0: n - n1, k0: k - k1 }];
  });
}
