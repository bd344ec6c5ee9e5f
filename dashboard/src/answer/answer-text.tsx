import { SegmentedControl, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { AnswerView } from '../api/answers.ts';
import { formatDate } from '../base/format.ts';
import { visibleText } from '../base/visible-text.ts';
import { cutIntoSegments, cutLeaf, type Segment } from '../mentions/segments.ts';
import classes from './answer-text.module.css';
import { Markdown } from './markdown.tsx';
import { readMarkdown } from './read-markdown.ts';

/** The text of an answer. Brands and citations are highlighted at their stored positions. */
export function AnswerText({ reading }: { reading: AnswerView }) {
  const { answer, marks } = reading;
  const [look, setLook] = useState('formatted');
  const tree = useMemo(() => readMarkdown(answer.text, marks), [answer.text, marks]);
  const segments = useMemo(() => cutIntoSegments(answer.text, marks), [answer.text, marks]);
  const show = (parts: Segment[]): ReactNode =>
    parts.map((segment) => <MarkedText key={segment.start} segment={segment} reading={reading} />);
  return (
    <article className={`card ${classes.answer}`} aria-label="Answer">
      <div className={classes.legend}>
        <span>Highlights:</span>
        <mark data-kind="own">you</mark>
        <mark data-kind="competitor">competitors</mark>
        <mark data-kind="citation">citations</mark>
        {tree && answer.text !== '' && (
          <SegmentedControl
            className={classes.look}
            size="xs"
            aria-label="Text"
            value={look}
            onChange={setLook}
            data={[
              { value: 'formatted', label: 'Formatted' },
              { value: 'raw', label: 'Raw text' },
            ]}
          />
        )}
      </div>
      {answer.text === '' && <NoText status={answer.status} removedAt={reading.text_removed_at} />}
      {tree && look === 'formatted' ? (
        <div className={classes.formatted} dir="auto">
          <Markdown
            tree={tree}
            show={(leaf) => (
              <span key={leaf.start} className={leaf.isAdded ? classes.added : undefined}>
                {show(cutLeaf(leaf, segments))}
              </span>
            )}
          />
        </div>
      ) : (
        <div className={classes.text} dir="auto">
          {show(segments)}
        </div>
      )}
    </article>
  );
}

function NoText({ status, removedAt }: { status: AnswerView['answer']['status']; removedAt: string | null }) {
  if (removedAt !== null) {
    return <Text c="dimmed">The text was removed on {formatDate(removedAt)} by the retention setting.</Text>;
  }
  return (
    <Text c="dimmed">
      {status === 'failed' ? 'No text: the request failed.' : 'No text: the platform returned an empty answer.'}
    </Text>
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
