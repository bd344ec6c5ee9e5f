import { Button, Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatCount, formatNumber } from '../../base/format.ts';
import { KeywordLink } from '../../base/keyword-link.tsx';
import { platformLook } from '../../base/platforms.ts';
import { Section } from '../section.tsx';
import classes from './brand.module.css';
import { type PreviewSum, sumPreview } from './sum-preview.ts';
import type { Preview } from './use-preview.ts';

/** The effect of the change, with example sentences. */
export function PreviewResult({ preview, stop }: { preview: Preview; stop: () => void }) {
  const sum = sumPreview(preview.previews);
  return (
    <Section title="Preview">
      {preview.isRunning && (
        <div className={classes.running}>
          <Progress value={(100 * preview.done) / Math.max(1, preview.total)} aria-label="Preview progress" />
          <Text size="sm" c="dimmed" className="numeric">
            {formatNumber(preview.done)} of {formatCount(preview.total, 'keyword')} analyzed{' '}
            <Button size="compact-xs" variant="default" onClick={stop}>
              Stop
            </Button>
          </Text>
        </div>
      )}
      <output>
        <Headline sum={sum} isRunning={preview.isRunning} />
      </output>
      {!preview.isRunning && preview.done < preview.total && (
        <Text size="sm" c="dimmed">
          Stopped after {formatNumber(preview.done)} of {formatCount(preview.total, 'keyword')}.
        </Text>
      )}
      {preview.warnings.map(({ name, warning }) => (
        <p key={name} className={classes.warning}>
          <b>
            <bdi>{name}</bdi>:
          </b>{' '}
          {warning}
        </p>
      ))}
      {sum.movers.length > 0 && <Movers sum={sum} />}
      {sum.examples.length > 0 && <Examples sum={sum} />}
    </Section>
  );
}

function Headline({ sum, isRunning }: { sum: PreviewSum; isRunning: boolean }) {
  const changed = sum.gained + sum.lost;
  if (sum.keywords === 0) {
    return isRunning ? null : <p className={classes.headline}>No answers yet, so nothing would change.</p>;
  }
  if (changed === 0) {
    return (
      <p className={classes.headline}>
        {isRunning ? 'So far, none' : 'None'} of {formatCount(sum.answers, 'answer')} would change. The score stays{' '}
        {sum.scoreBefore}.
      </p>
    );
  }
  return (
    <p className={`${classes.headline} numeric`}>
      {formatNumber(changed)} of {formatCount(sum.answers, 'answer')} would change. Score: {sum.scoreBefore} →{' '}
      {sum.scoreAfter}.
      <small>
        {formatCount(sum.gained, 'new mention')}, {formatNumber(sum.lost)} no longer counted. Average of{' '}
        {formatCount(sum.keywords, 'keyword')}, answers of the last 7 days.
      </small>
    </p>
  );
}

function Movers({ sum }: { sum: PreviewSum }) {
  return (
    <div>
      <h3 className={classes.small}>Biggest changes by keyword</h3>
      <ul className={classes.movers}>
        {sum.movers.map(({ keyword_id, keyword, score_before, score_after, answers }) => (
          <li key={keyword_id}>
            <KeywordLink keyword_id={keyword_id} keyword={keyword} />
            <span className="numeric" title={formatCount(answers, 'answer')}>
              {score_before} → {score_after}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Examples({ sum }: { sum: PreviewSum }) {
  return (
    <div>
      <h3 className={classes.small}>Affected sentences</h3>
      <ul className={classes.examples}>
        {sum.examples.map(({ answer_id, platform, change, context, keyword }) => (
          <li key={`${answer_id} ${change}`}>
            <span className={change === 'gained' ? classes.gained : classes.lost}>
              {change === 'gained' ? 'New mention' : 'No longer counted'}
            </span>
            <blockquote>
              <bdi>{context}</bdi>
            </blockquote>
            <span className={classes.source}>
              {platformLook(platform).name} · <bdi>{keyword}</bdi> ·{' '}
              <Link to="/answers/$answerId" params={{ answerId: answer_id }} search={{}}>
                View answer
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
