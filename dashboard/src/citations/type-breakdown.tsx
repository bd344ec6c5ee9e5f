import { Text } from '@mantine/core';
import type { CitationFilter } from '../api/citations.ts';
import { formatCount, formatNumber } from '../base/format.ts';
import { useRead } from '../base/use-read.ts';
import { useView } from '../base/view.ts';
import classes from './citations-page.module.css';
import type { CitationsView } from './citations-view.ts';
import { ShareOfAnswers } from './share-of-answers.tsx';
import { TYPES } from './source-words.ts';

/** How many answers cite each type of source. Each type filters the list. */
export function TypeBreakdown({ filter: { since, until, platform, keyword_id } }: { filter: CitationFilter }) {
  const { view, change } = useView<CitationsView>();
  const { data } = useRead('GET /:mode/sources/types', { query: { since, until, platform, keyword_id } });
  const types = data?.data.filter(({ domains }) => domains > 0) ?? [];
  if (types.length === 0) return null;
  const all = types.reduce((sum, { domains }) => sum + domains, 0);
  const unknown = types.find(({ source_type }) => source_type === 'unclassified')?.domains ?? 0;
  return (
    <section className={`card ${classes.citing}`} aria-labelledby="types">
      <h2 id="types">Types of sources</h2>
      <Text size="sm" c="dimmed" mb={10}>
        Share of answers that cite each type. An answer can cite several.{' '}
        {unknown > 0 &&
          `${formatNumber(unknown)} of ${formatCount(all, 'domain')} are unclassified: set their type in the list.`}
      </Text>
      <ul className={classes.types}>
        {types.map((one) => (
          <li key={one.source_type}>
            <button
              type="button"
              className={classes.name}
              aria-pressed={view.type === one.source_type}
              onClick={() =>
                change({ type: view.type === one.source_type ? undefined : one.source_type, page: undefined })
              }
            >
              {TYPES[one.source_type]}
            </button>
            <ShareOfAnswers counted={one} />
            <span className={classes.under}>{formatCount(one.domains, 'domain')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
