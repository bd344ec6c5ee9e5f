import { Skeleton, Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LEAST_ANSWERS } from '../../../server/src/base/score-text.ts';
import { type Attribute, attributesQuery, type CountedSentence, sentencesQuery } from '../api/mentions.ts';
import { AnswerLink } from '../base/answer-link.tsx';
import { type Column, DataTable } from '../base/data-table.tsx';
import { formatAge, formatCount, formatNumber, formatTime } from '../base/format.ts';
import { useMode } from '../base/mode.ts';
import { Paging } from '../base/paging.tsx';
import { platformLook } from '../base/platforms.ts';
import { ScoreRange } from '../base/score-range.tsx';
import { SENTIMENT_NOTE } from '../base/sentiment.ts';
import { useNow } from '../base/session-context.ts';
import { ErrorState } from '../base/states.tsx';
import { useView } from '../base/view.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './mention-table.module.css';
import { type MentionsView, mentionFilterOf, PER_PAGE } from './mentions-view.ts';
import { NoMentions } from './no-mentions.tsx';

/** Identical sentences, counted. */
export function SentenceList() {
  const { view } = useView<MentionsView>();
  const loaded = useQuery(sentencesQuery(useMode(), mentionFilterOf(view, useNow())));
  const columns: Column<CountedSentence>[] = [
    { title: 'Sentence', isHeading: true, show: (row) => <Example text={row.sentence} answerId={row.answer_id} /> },
    { title: 'Answers', isNumber: true, show: ({ answers }) => formatNumber(answers) },
    { title: 'Positive', isNumber: true, show: ({ positive }) => formatNumber(positive) },
    { title: 'Negative', isNumber: true, show: ({ negative }) => formatNumber(negative) },
    ...useCountColumns<CountedSentence>(),
  ];
  return (
    <CountedList
      loaded={loaded}
      note={`The sentence with the first mention in each answer. Identical sentences are one row. ${SENTIMENT_NOTE}`}
    >
      {(rows) => <DataTable label="Sentences" rows={rows} columns={columns} rowKey={({ sentence }) => sentence} />}
    </CountedList>
  );
}

const KINDS = { for: 'Reason for', against: 'Reason against', role: 'Role' };
const ROLES: Record<string, string> = {
  top_pick: 'Top pick',
  listed: 'Listed',
  passing: 'Mentioned in passing',
  warned_against: 'Warned against',
};

/** Reasons for and against the brand, and its roles. */
export function AttributeList() {
  const { view } = useView<MentionsView>();
  const loaded = useQuery(attributesQuery(useMode(), mentionFilterOf(view, useNow())));
  const columns: Column<Attribute>[] = [
    {
      title: 'What they say',
      isHeading: true,
      show: ({ attribute, kind }) => <bdi>{kind === 'role' ? ROLES[attribute] : attribute}</bdi>,
    },
    { title: 'Kind', show: ({ kind }) => KINDS[kind] },
    { title: 'Share of mentions', show: (row) => <Share attribute={row} /> },
    { title: 'Example', show: (row) => <Example text={row.example} answerId={row.answer_id} /> },
    ...useCountColumns<Attribute>(),
  ];
  const few = loaded.data?.data[0]?.sample_size ?? LEAST_ANSWERS;
  if (few < LEAST_ANSWERS) return <Text c="dimmed">Collecting: {formatCount(few, 'mention')} so far.</Text>;
  return (
    <CountedList
      loaded={loaded}
      note="Found by word lists and the structure of the answers, without a model. Reasons in English only. In real answers, 12 of 14 top picks were found, and none wrongly."
    >
      {(rows) => (
        <DataTable
          label="What assistants say about you"
          rows={rows}
          columns={columns}
          rowKey={({ kind, attribute }) => `${kind} ${attribute}`}
        />
      )}
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
        {note}
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

function useCountColumns<Row extends CountedSentence | Attribute>(): Column<Row>[] {
  const now = useNow();
  const names = ({ platforms }: Row) => Object.keys(platforms).map((platform) => platformLook(platform).name);
  return [
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

function Share({ attribute: { share, interval, answers, sample_size } }: { attribute: Attribute }) {
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
