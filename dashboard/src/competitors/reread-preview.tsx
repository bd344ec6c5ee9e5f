import { Loader, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { CompetitorInput, CompetitorPreview } from '../api/competitors.ts';
import { FormMessage } from '../base/form-message.tsx';
import { formatNumber } from '../base/format.ts';
import { platformLook } from '../base/platforms.ts';
import { useRead } from '../base/use-read.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './competitors.module.css';

/** Shows the mentions in stored answers before the competitor is saved. */
export function RereadPreview({ input, competitorId }: { input: CompetitorInput; competitorId: string | undefined }) {
  const [text] = useDebouncedValue(JSON.stringify(input), 700);
  const settled: CompetitorInput = JSON.parse(text);
  const { data, error, isFetching } = useRead('POST /:mode/competitors/preview', {
    body: { ...settled, ...(competitorId !== undefined && { competitor_id: competitorId }) },
    enabled: settled.name.length >= 2,
    staleTime: 'static',
    retry: false,
  });
  if (settled.name.length < 2) return null;
  return (
    <section className={classes.preview} aria-label="Preview" aria-busy={isFetching}>
      {isFetching && (
        <Text size="sm" c="dimmed" className={classes.reading}>
          <Loader size={14} /> Analyzing stored answers…
        </Text>
      )}
      {error && <FormMessage error={error} />}
      {data && !error && <Found preview={data} />}
    </section>
  );
}

function Found({ preview }: { preview: CompetitorPreview }) {
  const { answers_read, answers_total, naming, citing, naming_now, examples, warnings } = preview;
  return (
    <>
      <p className={classes.found}>
        Mentioned in <strong>{formatNumber(naming)}</strong> of {answers_read < answers_total && 'the latest '}
        {formatNumber(answers_read)} stored answers
        {citing > 0 && `, cited in ${formatNumber(citing)}`}.
        {naming_now !== null && ` Before the change: ${formatNumber(naming_now)}.`}
      </p>
      {warnings.map((warning) => (
        <p key={warning} className={classes.warning}>
          {warning}
        </p>
      ))}
      <ul className={classes.examples}>
        {examples.map(({ answer_id, keyword, platform, context }) => (
          <li key={answer_id}>
            <blockquote className={classes.quote}>
              <bdi>{visibleText(context)}</bdi>
            </blockquote>
            <Text size="xs" c="dimmed">
              {platformLook(platform).name} · <bdi>{keyword}</bdi>
            </Text>
          </li>
        ))}
      </ul>
    </>
  );
}
