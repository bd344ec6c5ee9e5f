import { Link } from '@tanstack/react-router';
import { collecting } from '../../../server/src/base/score-text.ts';
import type { OverviewFilter } from '../api/overview.ts';
import { BarChart } from '../base/chart/bar-chart.tsx';
import { formatCount, formatDay } from '../base/format.ts';
import { useRead } from '../base/use-read.ts';
import classes from './overview.module.css';
import { Part } from './part.tsx';

const MOST_BARS = 8;

export function VoicePart({ filter }: { filter: OverviewFilter }) {
  return (
    <Part
      title="Share of voice"
      result={useRead('GET /:mode/overview/voice', { query: filter })}
      height={220}
      more={
        <Link to="/competitors" search={{}}>
          Competitors
        </Link>
      }
    >
      {({ brands, since, until, sample_size }) => {
        if (brands.length === 0) {
          return <p className={classes.note}>No answers in this range mention your brand or a competitor.</p>;
        }
        const few = collecting(sample_size);
        if (few !== undefined) return <p className={classes.note}>Share of voice: {few}.</p>;
        const own = brands.find(({ is_own }) => is_own);
        const shown = brands.slice(0, MOST_BARS);
        if (own && !shown.includes(own)) shown.splice(-1, 1, own);
        const bars = shown.map(({ name, is_own, share_of_voice, interval: [low, high], mentions }) => ({
          id: name,
          label: is_own ? `${name} (you)` : name,
          value: share_of_voice,
          low,
          high,
          color: is_own ? 'var(--accent)' : 'var(--platform-other-3)',
          note: formatCount(mentions, 'mention'),
        }));
        const label = `${formatDay(since)} to ${formatDay(until)} · ${formatCount(sample_size, 'answer')}`;
        return (
          <>
            {own && <OwnShare share={own.share_of_voice} rank={brands.indexOf(own) + 1} of={brands.length} />}
            <BarChart label={label} bars={bars} max={100} unit="%" />
          </>
        );
      }}
    </Part>
  );
}

function OwnShare({ share, rank, of }: { share: number; rank: number; of: number }) {
  return (
    <p className={`${classes.words} numeric`}>
      <strong className={classes.share}>{share}%</strong> of all tracked brand mentions are yours
      {of > 1 && ` (#${rank} of ${of})`}.
    </p>
  );
}
