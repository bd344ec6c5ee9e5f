import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { AnswerView } from '../api/answers.ts';
import classes from './answer-text.module.css';
import { cutIntoSegments, type Segment } from './segments.ts';
import { visibleText } from './visible-text.ts';

/** The original text of an answer. Brands and citations are highlighted at their stored positions. */
export function AnswerText({ reading }: { reading: AnswerView }) {
  const { answer, marks } = reading;
  const segments = useMemo(() => cutIntoSegments(answer.text, marks), [answer.text, marks]);
  return (
    <article className={`card ${classes.answer}`} aria-label="Answer">
      <p className={classes.legend}>
        <span>Highlights:</span>
        <mark data-kind="own">you</mark>
        <mark data-kind="competitor">competitors</mark>
        <mark data-kind="citation">citations</mark>
      </p>
      {answer.text === '' ? (
        <Text c="dimmed">
          {answer.status === 'failed'
            ? 'No text: the request failed.'
            : 'No text: the platform returned an empty answer.'}
        </Text>
      ) : (
        <div className={classes.text} dir="auto">
          {segments.map((segment) => (
            <MarkedText key={segment.start} segment={segment} reading={reading} />
          ))}
        </div>
      )}
    </article>
  );
}

function MarkedText({ segment, reading }: { segment: Segment; reading: AnswerView }) {
  const { brandId, sources } = segment;
  const text = visibleText(segment.text);
  if (brandId === undefined && sources.length === 0) return text;
  const brand = reading.brands.find(({ brand_id }) => brand_id === brandId);
  const kind = brandId === undefined ? 'citation' : brand?.is_own ? 'own' : 'competitor';
  const cited = sources.map((source) => reading.sources[source]?.domain ?? 'unknown source').join(', ');
  const title = [brand?.name, cited && `cites ${cited}`].filter(Boolean).join('; ');
  return (
    <mark data-kind={kind} data-cites={sources.length > 0} title={visibleText(title)}>
      {text}
    </mark>
  );
}
