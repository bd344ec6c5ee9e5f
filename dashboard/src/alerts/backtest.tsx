import { Badge, Loader, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { AlertBacktest } from '@visibility/sdk';
import type { RuleTest } from '../api/alerts.ts';
import { FormMessage } from '../base/form-message.tsx';
import { formatDay, formatNumber } from '../base/format.ts';
import { useRead } from '../base/use-read.ts';
import classes from './alerts.module.css';
import { BacktestChart } from './backtest-chart.tsx';
import { describeBacktest, describeTest } from './rule-words.ts';

const SHOWN = 8;

/** Shows how often the alert would have fired in the last 90 days, while it is edited. */
export function Backtest({ test }: { test: RuleTest }) {
  const [settled] = useDebouncedValue(JSON.stringify(test), 400);
  const tried: RuleTest = JSON.parse(settled);
  const { data, error, isFetching } = useRead('POST /:mode/alerts/backtest', {
    body: tried,
    staleTime: 'static',
    retry: false,
  });
  return (
    <section className={classes.backtest} aria-label="Backtest" aria-busy={isFetching}>
      {error && <FormMessage error={error} />}
      {data && !error && <Found backtest={data} test={tried} />}
      {isFetching && (
        <Text size="sm" c="dimmed" className={classes.trying}>
          <Loader size={14} /> Testing on the last 90 days…
        </Text>
      )}
    </section>
  );
}

function Found({ backtest, test }: { backtest: AlertBacktest; test: RuleTest }) {
  const { firings, summary } = backtest;
  const keyword = firings.find(({ keyword_id }) => keyword_id === test.keyword_id)?.keyword;
  return (
    <>
      <p className={classes.summary}>{describeBacktest(summary)}</p>
      {summary.keywords_examined < summary.keywords_matching && (
        <Text size="sm" c="dimmed">
          Tested on the oldest {formatNumber(summary.keywords_examined)} of {formatNumber(summary.keywords_matching)}{' '}
          keywords.
        </Text>
      )}
      {test.keyword_id !== null && <BacktestChart keywordId={test.keyword_id} test={test} firings={firings} />}
      {firings.length > 0 && (
        <ul className={classes.tried} aria-label={`Days on which ${describeTest(test, keyword)}`}>
          {firings
            .slice(0, SHOWN)
            .map(({ date, keyword_id, keyword: name, value, previous, within_noise, trigger_reason }) => (
              <li key={`${date} ${keyword_id} ${trigger_reason}`}>
                <time dateTime={date}>{formatDay(date)}</time>
                <bdi className={classes.grow}>{name}</bdi>
                <span className="numeric">
                  {previous !== null && `${previous} → `}
                  {value}
                </span>
                {within_noise && (
                  <Badge variant="default" size="sm" title="Not statistically significant">
                    Within noise
                  </Badge>
                )}
              </li>
            ))}
        </ul>
      )}
      {firings.length > SHOWN && (
        <Text size="sm" c="dimmed">
          and {formatNumber(summary.firings - SHOWN)} more
        </Text>
      )}
    </>
  );
}
