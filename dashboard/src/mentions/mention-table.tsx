import { Link } from '@tanstack/react-router';
import type { MentionSentence } from '../api/mentions.ts';
import { AnswerLink } from '../base/answer-link.tsx';
import { type Column, DataTable } from '../base/data-table.tsx';
import { formatAge, formatTime } from '../base/format.ts';
import { PlatformName } from '../base/platform-name.tsx';
import { sentimentLabel } from '../base/sentiment.ts';
import { useNow } from '../base/session-context.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './mention-table.module.css';
import { cutIntoSegments } from './segments.ts';

export function MentionTable({ mentions }: { mentions: MentionSentence[] }) {
  const now = useNow();
  const columns: Column<MentionSentence>[] = [
    { title: 'Sentence', isHeading: true, show: (mention) => <Sentence mention={mention} /> },
    { title: 'Keyword', show: (mention) => <KeywordLink mention={mention} /> },
    { title: 'Platform', show: ({ platform }) => <PlatformName platform={platform} /> },
    { title: 'Position', isNumber: true, show: ({ position }) => `#${position}` },
    {
      title: 'Sentiment',
      show: ({ sentiment }) => <span data-sentiment={sentiment}>{sentimentLabel(sentiment)}</span>,
    },
    {
      title: 'Time',
      show: ({ detected_at }) => (
        <time dateTime={detected_at} title={formatTime(detected_at)} className={classes.when}>
          {formatAge(detected_at, now)}
        </time>
      ),
    },
  ];
  return (
    <div className={classes.mentions}>
      <DataTable label="Mentions" rows={mentions} columns={columns} rowKey={({ mention_id }) => mention_id} />
    </div>
  );
}

function Sentence({ mention: { answer_id, context, spans } }: { mention: MentionSentence }) {
  const marks = spans.map(([start, end]) => ({ start, end, brand_id: 'brand' }));
  return (
    <AnswerLink answerId={answer_id} className={classes.sentence}>
      <bdi>
        {cutIntoSegments(context, marks).map(({ start, text, brandId }) =>
          brandId === undefined ? visibleText(text) : <mark key={start}>{visibleText(text)}</mark>,
        )}
      </bdi>
    </AnswerLink>
  );
}

function KeywordLink({ mention: { keyword_id, keyword } }: { mention: MentionSentence }) {
  return (
    <Link to="/keywords/$keywordId" params={{ keywordId: keyword_id }}>
      <bdi>{keyword}</bdi>
    </Link>
  );
}
