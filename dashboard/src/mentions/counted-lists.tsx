import { Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LEAST_ANSWERS } from '../../../server/src/base/score-text.ts';
import type { CountedSentence, Theme } from '../api/mentions.ts';
import { AnswerLink } from '../base/answer-link.tsx';
import { type Column, DataTable } from '../base/data-table.tsx';
import { formatAge, formatCount, formatNumber, formatTime } from '../base/format.ts';
import { Paging } from '../base/paging.tsx';
import { platformLook } from '../base/platforms.ts';
import { ScoreRange } from '../base/score-range.tsx';
import { SENTIMENT_NOTE } from '../base/sentiment.ts';
import { useNow } from '../base/session-context.ts';
import { ErrorState } from '../base/states.tsx';
import { useRead } from '../base/use-read.ts';
import { useView } from '../base/view.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './mention-table.module.css';
import { countedFilterOf, type MentionsView, PER_PAGE } from './mentions-view.ts';
import { NoMentions } from './no-mentions.tsx';

/** Identical sentences, counted. */
export function SentenceList() {
  const { view } = useView<MentionsView>();
  const loaded = useRead('GET /:mode/sentences', { query: countedFilterOf(view, useNow()) });
  const columns: Column<CountedSentence>[] = [
    { title: 'Sentence', isHeading: true, show: (row) => <Example text={row.sentence} answerId={row.answer_id} /> },
    { title: 'Answers', isNumber: true, show: ({ answers }) => formatNumber(answers) },
    ...useCountColumns<CountedSentence>(),
  ];
  return (
    <CountedList
      loaded={loaded}
      note="The sentence with the first mention in each answer. Identical sentences are one row."
    >
      {(rows) => <DataTable label="Sentences" rows={rows} columns={columns} rowKey={({ sentence }) => sentence} />}
    </CountedList>
  );
}

/** What the sentences are about. */
export function ThemeList() {
  const { view } = useView<MentionsView>();
  const loaded = useRead('GET /:mode/themes', { query: countedFilterOf(view, useNow()) });
  const columns: Column<Theme>[] = [
    { title: 'Theme', isHeading: true, show: ({ theme }) => <bdi className={classes.when}>{visibleText(theme)}</bdi> },
    { title: 'Share of mentions', show: (row) => <Share theme={row} /> },
    { title: 'Example', show: (row) => <Example text={row.example} answerId={row.answer_id} /> },
    ...useCountColumns<Theme>(),
  ];
  const few = loaded.data?.data[0]?.sample_size ?? LEAST_ANSWERS;
  if (few < LEAST_ANSWERS) return <Text c="dimmed">Collecting: {formatCount(few, 'mention')} so far.</Text>;
  return (
    <CountedList
      loaded={loaded}
      note="Noun phrases in the sentences that mention you, counted by word lists, without a model. English only. Synonyms are separate themes."
    >
      {(rows) => <DataTable label="Themes" rows={rows} columns={columns} rowKey={({ theme }) => theme} />}
    </CountedList>
  );
}

interface CountedListProps<Row> {
  loaded: UseQueryResult<{ data: Row[]; meta: { total: number } }>;
  note: string;
  children: (rows: Row[]) => ReactNode;
}

function CountedList<Row>({
  loaded: { data, error, refetch, isPlaceholderData },
  note,
  children,
}: CountedListProps<Row>) {
  const { view, change } = useView<MentionsView>();
  if (!data) {
    if (error) return <ErrorState error={error} retry={refetch} />;
    return <Skeleton height={420} radius={12} role="status" aria-label="Loading mentions" />;
  }
  if (data.meta.total === 0) return <NoMentions />;
  return (
    <>
      <Text size="sm" c="dimmed">
        {note} {SENTIMENT_NOTE}
      </Text>
      <div aria-busy={isPlaceholderData}>{children(data.data)}</div>
      <Paging
        total={data.meta.total}
        perPage={PER_PAGE}
        page={view.page ?? 1}
        onPage={(next) => change({ page: next > 1 ? next : undefined })}
      />
    </>
  );
}

function useCountColumns<Row extends CountedSentence | Theme>(): Column<Row>[] {
  const now = useNow();
  const names = ({ platforms }: Row) => Object.keys(platforms).map((platform) => platformLook(platform).name);
  return [
    { title: 'Positive', isNumber: true, show: ({ positive }) => formatNumber(positive) },
    { title: 'Negative', isNumber: true, show: ({ negative }) => formatNumber(negative) },
    {
      title: 'Platforms',
      isNumber: true,
      show: (row) => <span title={names(row).join(', ')}>{names(row).length}</span>,
    },
    {
      title: 'First and last',
      show: ({ first_detected_at: first, last_detected_at: last }) => (
        <span className={classes.span} title={`${formatTime(first)} – ${formatTime(last)}`}>
          <span>{formatAge(first, now)} –</span> <span>{formatAge(last, now)}</span>
        </span>
      ),
    },
  ];
}

function Example({ text, answerId }: { text: string; answerId: string }) {
  return (
    <AnswerLink answerId={answerId} className={classes.sentence}>
      <bdi>{visibleText(text)}</bdi>
    </AnswerLink>
  );
}

function Share({ theme: { share, interval, answers, sample_size } }: { theme: Theme }) {
  return (
    <span className={`${classes.share} numeric`} title={`95% interval: ${interval[0]}–${interval[1]}%`}>
      <strong>{share}%</strong>
      <ScoreRange score={share} interval={interval} />
      <small>
        {formatNumber(answers)} of {formatNumber(sample_size)}
      </small>
    </span>
  );
}
