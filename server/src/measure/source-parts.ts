import { getOrMake } from '../base/get-or-make.ts';
import { pageKey } from '../base/page-key.ts';
import { dayOf } from '../base/time.ts';
import type { AnswerStatus } from '../collect/platform.ts';
import { makeSources, type SourcedAnswer } from '../score/day-sources.ts';
import type { CitationRow } from '../store/answers/answers.ts';
import type { CitedPage, PlatformDay, SourcePart } from '../store/sums/write.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';

interface CitingAnswer {
  keyword: { keywordId: string };
  answer: {
    answerId: string;
    askedAt: Date;
    platform: string;
    promptId: string;
    status: AnswerStatus;
    queries: string[];
  };
  mentions: { brandId: string }[];
  citations: Citation[];
}

type Citation = Pick<CitationRow, 'kind' | 'canonicalUrl' | 'domain' | 'owner' | 'ownerId' | 'title'> &
  Partial<Pick<CitationRow, 'pageKey'>>;

export interface SourceParts {
  parts: SourcePart[];
  pages: CitedPage[];
  /** Also of answers that are not valid. */
  days: PlatformDay[];
}

/** The sources of answers: one part per keyword, day and platform. */
export function sourceParts(answers: CitingAnswer[], numberOf: Map<string, number>): SourceParts {
  const cells = new Map<string, Omit<SourcePart, 'part' | 'value'> & { answers: SourcedAnswer[] }>();
  const pages = new Map<string, CitedPage>();
  for (const {
    keyword: { keywordId },
    answer,
    mentions,
    citations,
  } of answers) {
    const { platform } = answer;
    const day = dayOf(answer.askedAt);
    const cell = getOrMake(cells, `${keywordId} ${day} ${platform}`, () => ({ keywordId, day, platform, answers: [] }));
    if (answer.status !== 'valid') continue;
    const cited = citations.filter(({ kind }) => kind === 'cited').map(withKey);
    for (const page of cited) pages.set(`${page.pageKey} ${page.title}`, page);
    cell.answers.push({
      id: answer.answerId,
      prompt: numberOf.get(answer.promptId) ?? 0,
      queries: answer.queries,
      brands: mentions.map(({ brandId }) => brandId),
      pages: cited.map(({ pageKey, domain, owner }) => [pageKey, domain, owner]),
    });
  }
  return {
    parts: [...cells.values()].flatMap(({ answers, ...cell }) => {
      const sources = makeSources(answers);
      const [part] = sources.ids;
      return part === undefined ? [] : [{ ...cell, part, value: JSON.stringify(sources) }];
    }),
    pages: [...pages.values()],
    days: [...cells.values()],
  };
}

function withKey({ canonicalUrl, domain, title, owner, ownerId = '', ...page }: Citation) {
  const key = page.pageKey ?? pageKey(canonicalUrl);
  return { pageKey: key, canonicalUrl, domain, title, owner: owner === 'own' ? OWN_BRAND : ownerId };
}
