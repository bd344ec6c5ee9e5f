import type { Source } from '../api/citations.ts';
import { formatCount, formatNumber } from '../base/format.ts';
import { ScoreRange } from '../base/score-range.tsx';
import classes from './citations-page.module.css';

interface Counted {
  answers: number;
  share: number;
  sample_size?: number;
  interval?: [low: number, high: number];
}

/** A share of the valid answers with its interval. */
export function ShareOfAnswers({
  counted: { answers, share, sample_size = 0, interval = [0, 100] },
}: {
  counted: Counted;
}) {
  return (
    <span className={`${classes.shareRange} numeric`} title={`95% interval: ${interval[0]}–${interval[1]}%`}>
      <strong>{share}%</strong>
      <ScoreRange score={share} interval={interval} />
      <small>
        {formatNumber(answers)} of {formatCount(sample_size, 'answer')}
      </small>
    </span>
  );
}

/** How often the answers mention you. */
export function MentionRate({ of }: { of: Pick<Source, 'mention_rate' | 'mention_rate_interval' | 'answers'> }) {
  const { mention_rate, mention_rate_interval: interval, answers } = of;
  const range = interval && `95% interval: ${interval[0]}–${interval[1]}%, ${formatCount(answers, 'answer')}`;
  return <span title={range}>{mention_rate}%</span>;
}
