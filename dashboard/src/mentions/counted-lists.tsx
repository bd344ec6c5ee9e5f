import { Text } from '@mantine/core';
import { own } from '../../../server/src/base/own.ts';
import { LEAST_ANSWERS } from '../../../server/src/base/score-text.ts';
import type { Attribute, CountedSentence } from '../api/mentions.ts';
import { Age } from '../base/age.tsx';
import { AnswerLink } from '../base/answer-link.tsx';
import type { Column } from '../base/data-table.tsx';
import { formatCount, formatNumber } from '../base/format.ts';
import { PagedTable } from '../base/paged-table.tsx';
import { PlatformCount } from '../base/platform-name.tsx';
import { ScoreRange } from '../base/score-range.tsx';
import { SENTIMENT_NOTE } from '../base/sentiment.ts';
import { useNow } from '../base/session-context.ts';
import { useRead } from '../base/use-read.ts';
import { useView } from '../base/view.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './mention-table.module.css';
import { countedFilterOf, type MentionsView, PER_PAGE } from './mentions-view.ts';
import { NoMentions } from './no-mentions.tsx';

/** Identical sentences, counted. */
export function SentenceList() {
  const { view } = useView<MentionsView>();
  const note = 'The sentence with the first mention in each answer. Identical sentences are one row.';
  return (
    <PagedTable
      result={useRead('GET /:mode/sentences', { query: countedFilterOf(view, useNow()) })}
      perPage={PER_PAGE}
      label="Sentences"
      columns={SENTENCE_COLUMNS}
      rowKey={({ sentence }) => sentence}
      empty={<NoMentions />}
      summary={() => `${note} ${SENTIMENT_NOTE}`}
    />
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
  const result = useRead('GET /:mode/attributes', { query: countedFilterOf(view, useNow()) });
  const few = result.data?.data[0]?.sample_size ?? LEAST_ANSWERS;
  if (few < LEAST_ANSWERS) return <Text c="dimmed">Collecting: {formatCount(few, 'mention')} so far.</Text>;
  const note = 'Found by word lists and the structure of the answers, without a model. Reasons in English only.';
  return (
    <PagedTable
      result={result}
      perPage={PER_PAGE}
      label="What assistants say about you"
      columns={ATTRIBUTE_COLUMNS}
      rowKey={({ kind, attribute }) => `${kind} ${attribute}`}
      empty={<NoMentions />}
      summary={() => note}
    />
  );
}

const COUNTS: Column<CountedSentence | Attribute>[] = [
  { title: 'Platforms', isNumber: true, show: (row) => <PlatformCount of={row} /> },
  {
    title: 'First and last',
    show: ({ first_detected_at: first, last_detected_at: last }) => (
      <span className={classes.span}>
        <Age time={first} /> – <Age time={last} />
      </span>
    ),
  },
];

const SENTENCE_COLUMNS: Column<CountedSentence>[] = [
  { title: 'Sentence', isHeading: true, show: (row) => <Example text={row.sentence} answerId={row.answer_id} /> },
  { title: 'Answers', isNumber: true, show: ({ answers }) => formatNumber(answers) },
  { title: 'Positive', isNumber: true, show: ({ positive }) => formatNumber(positive) },
  { title: 'Negative', isNumber: true, show: ({ negative }) => formatNumber(negative) },
  ...COUNTS,
];

const ATTRIBUTE_COLUMNS: Column<Attribute>[] = [
  {
    title: 'What they say',
    isHeading: true,
    show: ({ attribute, kind }) => <bdi>{kind === 'role' ? own(ROLES, attribute) : attribute}</bdi>,
  },
  { title: 'Kind', show: ({ kind }) => KINDS[kind] },
  { title: 'Share of mentions', show: (row) => <Share attribute={row} /> },
  { title: 'Example', show: (row) => <Example text={row.example} answerId={row.answer_id} /> },
  ...COUNTS,
];

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
