import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DataTable } from '../base/data-table.tsx';
import { formatNumber } from '../base/format.ts';
import { Waiting } from '../base/states.tsx';
import { usePeriod } from '../base/use-period.ts';
import { useRead } from '../base/use-read.ts';
import { queryTable } from '../queries/query-table.tsx';
import classes from './keyword-page.module.css';
import { USUAL_DAYS, useKeywordView } from './keyword-view.ts';

const SHOWN = 5;

/** What assistants search for before they answer the keyword's prompts. */
export function Searches() {
  const { keywordId } = useKeywordView();
  const { range, length, since, until } = usePeriod(USUAL_DAYS);
  const filter = { ...range, keyword_id: keywordId, per_page: SHOWN, include: 'evidence' } as const;
  const result = useRead('GET /:mode/queries', { query: filter });
  const { data } = result;
  return (
    <section className={`card ${classes.section}`} aria-labelledby="searches">
      <div className={classes.sectionHead}>
        <Title order={2} size="h3" id="searches">
          Searches
        </Title>
        {data && data.meta.total > SHOWN && (
          <Link to="/queries" search={{ keyword: keywordId, ...length }}>
            All {formatNumber(data.meta.total)} searches
          </Link>
        )}
      </div>
      <Text size="sm" c="dimmed" mb={8}>
        What assistants search the web for, and how often those answers mention you
      </Text>
      {data && data.data.length > 0 && <DataTable rows={data.data} {...queryTable({ since, until })} />}
      {data?.data.length === 0 && <Text c="dimmed">No answer in this range reports a search.</Text>}
      <Waiting result={result} height={200} />
    </section>
  );
}
