import { Text, Title } from '@mantine/core';
import type { AnswerTo, QueryOf } from '@visibility/server/contract';
import { useId } from 'react';
import { own } from '../../../server/src/base/own.ts';
import { collecting } from '../../../server/src/base/score-text.ts';
import { Change } from './change.tsx';
import classes from './comparison.module.css';
import { type Column, DataTable } from './data-table.tsx';
import { formatCount, formatNumber } from './format.ts';
import { KeywordLink } from './keyword-link.tsx';
import type { Period } from './period.ts';
import { platformLook } from './platforms.ts';
import { Waiting } from './states.tsx';
import { formatPeriod, usePeriod } from './use-period.ts';
import { useRead } from './use-read.ts';

type ComparisonAnswer = AnswerTo<'GET /:mode/comparison'>;
type ComparedFigure = ComparisonAnswer['rows'][number];
type ComparisonFilter = QueryOf<'GET /:mode/comparison'>;

interface ComparisonProps {
  /** The page's default range in days. */
  usual: number;
  by?: 'total' | 'brand' | 'keyword';
  filter?: Pick<ComparisonFilter, 'platform' | 'tag' | 'keyword_id'>;
}

/** The numbers of the page's period beside those of the earlier one, if the page compares them. */
export function Comparison({ usual, by = 'total', filter = {} }: ComparisonProps) {
  const { earlier, since, until } = usePeriod(usual);
  if (!earlier) return null;
  return <Compared filter={{ ...filter, by, since, until }} now={{ since, until }} before={earlier} />;
}

interface ComparedProps {
  filter: Omit<ComparisonFilter, 'compare_since' | 'compare_until'>;
  now: Period;
  before: Period;
}

function Compared({ filter, now, before }: ComparedProps) {
  const titleId = useId();
  const asked = { ...filter, compare_since: before.since, compare_until: before.until };
  const result = useRead('GET /:mode/comparison', { query: asked });
  const { data, isPlaceholderData } = result;
  const columns: Column<ComparedFigure>[] = [
    { title: NOUNS[filter.by], isHeading: true, show: (row) => <Name row={row} by={filter.by} /> },
    { title: formatPeriod(now), isNumber: true, show: (row) => <Figure figure={row.now} id={row.id} /> },
    { title: formatPeriod(before), isNumber: true, show: (row) => <Figure figure={row.before} id={row.id} /> },
    { title: 'Change', isNumber: true, show: (row) => <RowChange row={row} /> },
  ];
  return (
    <section className={classes.section} aria-labelledby={titleId} aria-busy={isPlaceholderData}>
      <Title order={2} size="h3" id={titleId}>
        {formatPeriod(now)} vs. {formatPeriod(before)}
      </Title>
      {data && <DataTable label="Compared periods" rows={data.rows} columns={columns} rowKey={({ id }) => id} />}
      {data && (
        <Text c="dimmed" size="sm">
          {noteOf(filter, data)}
        </Text>
      )}
      <Waiting result={result} height={160} />
    </section>
  );
}

const NOUNS = { total: 'Number', brand: 'Brand', keyword: 'Keyword' };

const NAMES: Record<string, string> = {
  visibility_score: 'Visibility',
  share_of_voice: 'Share of voice',
  citations_per_100: 'Citations of your pages per 100 answers',
};

function Name({ row: { id, name }, by }: { row: ComparedFigure; by: ComparisonFilter['by'] }) {
  if (by === 'keyword') return <KeywordLink keyword_id={id} keyword={name} />;
  return <bdi>{own(NAMES, id) ?? (name === id ? platformLook(id).name : name)}</bdi>;
}

function Figure({ figure, id }: { figure: ComparedFigure['now']; id: string }) {
  if (!figure) return <span className={classes.none}>No answers</span>;
  const { value, interval, sample_size } = figure;
  const few = collecting(sample_size);
  if (few !== undefined) return <span className={classes.none}>{few}</span>;
  return (
    <span className={`${classes.figure} numeric`}>
      <strong>
        {value}
        {id === 'share_of_voice' && '%'}
      </strong>
      <small>
        {interval && `${interval[0]}–${interval[1]} · `}
        {formatCount(sample_size, 'answer')}
      </small>
    </span>
  );
}

function RowChange({ row: { points, significant, platforms } }: { row: ComparedFigure }) {
  if (points === null) return <Change change={null} hint="Too few answers to compare" />;
  const where = platforms.map((id) => platformLook(id).name).join(', ');
  return (
    <span className={classes.figure}>
      <Change change={{ points, significant }} hint={significant === null ? 'Not tested' : where || undefined} />
      {platforms.length > 0 && <small>{where}</small>}
    </span>
  );
}

function noteOf(
  { by, keyword_id }: ComparisonFilter | ComparedProps['filter'],
  { rows, total, keywords }: Pick<ComparisonAnswer, 'rows' | 'total' | 'keywords'>,
): string {
  const isTested = by === 'keyword' || keyword_id !== undefined;
  const tested = isTested
    ? 'Tested by the rule for significant changes, for each platform, corrected for the number of tests.'
    : `Sums over keywords are not tested. All answers are weighted equally.${differentKeywords(keywords)}`;
  return total > rows.length ? `The ${rows.length} largest of ${formatCount(total, 'change')}. ${tested}` : tested;
}

/** With other keywords, a sum changes even if no keyword does. */
function differentKeywords(keywords: ComparisonAnswer['keywords']): string {
  if (!keywords || (keywords.now === keywords.both && keywords.before === keywords.both)) return '';
  const [now, before, both] = [keywords.now, keywords.before, keywords.both].map(formatNumber);
  return ` The periods cover different keywords: ${now} now, ${before} before, ${both} in both. The Keywords page compares each keyword.`;
}
