import { Text, Title } from '@mantine/core';
import { own } from '../../../server/src/base/own.ts';
import { collecting } from '../../../server/src/base/score-text.ts';
import type { KeywordScores } from '../api/keyword.ts';
import { BarChart } from '../base/chart/bar-chart.tsx';
import { formatCount } from '../base/format.ts';
import { platformLook } from '../base/platforms.ts';
import classes from './keyword-page.module.css';

/** The latest scores, one bar per platform. */
export function PlatformBreakdown({ scores: { history, record, window_days: days } }: { scores: KeywordScores }) {
  const platforms = Object.entries(history.at(-1)?.platforms ?? {});
  const bars = platforms.map(
    ([
      platform,
      {
        score,
        interval: [low, high],
        sample_size,
        mentions,
      },
    ]) => {
      const { name, color } = platformLook(platform);
      const note = `${mentions} of ${formatCount(sample_size, 'answer')}`;
      const few = collecting(sample_size, own(record?.planned, platform));
      if (few !== undefined) return { id: platform, label: name, value: undefined, color, note: few };
      return { id: platform, label: name, value: score, low, high, color, note };
    },
  );
  return (
    <section className={`card ${classes.section}`} aria-labelledby="platforms">
      <Title order={2} size="h3" id="platforms">
        By platform
      </Title>
      <Text size="sm" c="dimmed" mb={10}>
        Last {days} days, with 95% intervals
      </Text>
      {bars.length === 0 ? (
        <Text c="dimmed">No answers yet.</Text>
      ) : (
        <BarChart label="Score by platform" bars={bars} max={100} />
      )}
    </section>
  );
}
