import { SegmentedControl, Text, Title } from '@mantine/core';
import type { HistoryPoint } from '@visibility/sdk';
import { LineChart } from '../base/chart/line-chart.tsx';
import { useNow } from '../base/session-context.ts';
import classes from './history.module.css';
import { HistoryTable } from './history-table.tsx';
import { firstDay, useKeywordView } from './keyword-view.ts';

export function History({ history }: { history: HistoryPoint[] }) {
  const { view, change } = useKeywordView();
  const since = firstDay(useNow(), view.days ?? 90);
  const points = history.filter(({ date }) => date >= since);
  return (
    <section className={`card ${classes.history}`} aria-labelledby="history">
      <div className={classes.head}>
        <Title order={2} size="h3" id="history">
          History
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Range"
          value={String(view.days ?? 90)}
          onChange={(days) => change({ days: days === '30' ? 30 : undefined })}
          data={[
            { label: '30 days', value: '30' },
            { label: '90 days', value: '90' },
          ]}
        />
        <SegmentedControl
          size="xs"
          aria-label="Show as"
          value={view.view ?? 'chart'}
          onChange={(next) => change({ view: next === 'table' ? 'table' : undefined })}
          data={[
            { label: 'Chart', value: 'chart' },
            { label: 'Table', value: 'table' },
          ]}
        />
      </div>
      <HistoryBody points={points} asTable={view.view === 'table'} />
    </section>
  );
}

function HistoryBody({ points, asTable }: { points: HistoryPoint[]; asTable: boolean }) {
  if (points.length === 0) {
    return (
      <Text c="dimmed" py={40}>
        No answers in this range. The history starts with the first day on which the assistants are asked.
      </Text>
    );
  }
  if (asTable) return <HistoryTable points={points} />;
  return <LineChart label="Score per day" series={[]} />;
}
