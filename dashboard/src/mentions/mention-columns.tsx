import type { MentionSentence } from '../api/mentions.ts';
import { Age } from '../base/age.tsx';
import { AnswerLink } from '../base/answer-link.tsx';
import type { Column } from '../base/data-table.tsx';
import { KeywordLink } from '../base/keyword-link.tsx';
import { PlatformName } from '../base/platform-name.tsx';
import { sentimentLabel } from '../base/sentiment.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './mention-table.module.css';
import { cutIntoSegments } from './segments.ts';

export const MENTION_COLUMNS: Column<MentionSentence>[] = [
  { title: 'Sentence', isHeading: true, show: (mention) => <Sentence mention={mention} /> },
  { title: 'Keyword', show: (mention) => <KeywordLink {...mention} /> },
  { title: 'Platform', show: ({ platform }) => <PlatformName platform={platform} /> },
  { title: 'Position', isNumber: true, show: ({ position }) => `#${position}` },
  { title: 'Sentiment', show: ({ sentiment }) => <span data-sentiment={sentiment}>{sentimentLabel(sentiment)}</span> },
  { title: 'Time', show: ({ detected_at }) => <Age time={detected_at} className={classes.when} /> },
];

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
