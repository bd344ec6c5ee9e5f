import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { AnswerView } from '../api/answers.ts';
import classes from './answer-text.module.css';
import { cutIntoSegments, type Segment } from './segments.ts';
import { visibleText } from './visible-text.ts';

/** The answer as it came, with brands and citations marked from their stored places. */
export function AnswerText({ reading }: { reading: AnswerView }) {
  const { answer, marks } = reading;
  const segments = useMemo(() => cutIntoSegments(answer.text, marks), [answer.text, marks]);
  return (
    <article className={`card ${classes.answer}`} aria-label="The answer">
      <p className={classes.legend}>
        <span>Highlights:</span>
        <mark data-kind="own">you</mark>
        <mark data-kind="competitor">a competitor</mark>
        <mark data-kind="citation">a citation</mark>
      </p>
      {answer.text === '' ? (
        <Text c="dimmed">
          There is no text: {answer.status === 'failed' ? 'the question failed.' : 'nothing came back.'}
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
  const cited = sources.map((source) => reading.sources[source]?.domain ?? 'a source').join(', ');
  const title = [brand?.name, cited && `cites ${cited}`].filter(Boolean).join('; ');
  return (
    <mark data-kind={kind} data-cites={sources.length > 0} title={visibleText(title)}>
      {text}
    </mark>
  );
}
