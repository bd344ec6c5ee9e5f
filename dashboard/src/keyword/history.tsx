import { Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { LEAST_ANSWERS } from '../../../server/src/base/score-text.ts';
import type { MoveEvent } from '../api/events.ts';
import type { KeywordScores } from '../api/keyword.ts';
import { earlierLine } from '../base/chart/earlier.ts';
import { LineChart } from '../base/chart/line-chart.tsx';
import { Comparison } from '../base/comparison.tsx';
import { Filters, RangeFilter } from '../base/filters.tsx';
import { formatPeriod, usePeriod } from '../base/use-period.ts';
import { useRead } from '../base/use-read.ts';
import { historyBreaks, historyMarks, historySeries } from './history-series.ts';
import classes from './keyword-page.module.css';
import { USUAL_DAYS, useKeywordView } from './keyword-view.ts';

interface HistoryProps {
  scores: KeywordScores;
  moves: MoveEvent[];
  onMove: (eventId: string) => void;
}

export function History({ scores: { history, markers, window_days: days }, moves, onMove }: HistoryProps) {
  const { keywordId } = useKeywordView();
  const { since, until, earlier } = usePeriod(USUAL_DAYS);
  const { data: before } = useRead('GET /:mode/keywords/:keyword_id/scores', {
    params: { keyword_id: keywordId },
    query: earlier?.range ?? {},
    enabled: earlier !== undefined,
  });
  const past = earlier && before?.history;
  const series = useMemo(() => {
    const now = historySeries(history);
    if (!past || !earlier) return now;
    const about = { line: now[0], now: { since, until }, before: earlier, name: formatPeriod(earlier) };
    return [...now, ...earlierLine(historySeries(past)[0], about)];
  }, [history, past, earlier, since, until]);
  const hasPoints = series.some(({ points }) => points.some(({ value }) => value !== undefined));
  const marks = useMemo(() => historyMarks(moves, history, onMove), [moves, history, onMove]);
  const breaks = useMemo(() => historyBreaks(markers, history), [markers, history]);
  return (
    <section className={`card ${classes.section}`} aria-labelledby="history">
      <div className={classes.sectionHead}>
        <Title order={2} size="h3" id="history">
          History
        </Title>
        <Filters>
          <RangeFilter usual={USUAL_DAYS} />
        </Filters>
      </div>
      <Text size="sm" c="dimmed" mb={10}>
        Each point is a {days}-day score with its 95% interval. ◇ marks a significant change or alert: click it to see
        the evidence.{breaks.length > 0 && ' ▲ marks a change of model or prompts.'}
      </Text>
      {!hasPoints ? (
        <Text c="dimmed" py={40}>
          {history.length === 0
            ? 'No answers in this range. Choose a longer range.'
            : `Points appear once seven days have ${LEAST_ANSWERS} answers.`}
        </Text>
      ) : (
        <LineChart
          label={`${days}-day rolling score with 95% interval`}
          series={series}
          marks={marks}
          breaks={breaks}
        />
      )}
      <Comparison usual={USUAL_DAYS} filter={{ keyword_id: keywordId }} />
    </section>
  );
}
