import { Text } from '@mantine/core';
import type { CitationFilter } from '../api/citations.ts';
import { formatNumber } from '../base/format.ts';
import { KeywordLink } from '../base/keyword-link.tsx';
import { useRead } from '../base/use-read.ts';
import { visibleText } from '../base/visible-text.ts';
import classes from './citations-page.module.css';
import { formatPlatforms } from './domain-list.tsx';

const SHOWN = 12;

/** The keywords and platforms whose answers cite the selected domain or page. */
export function CitingKeywords({ filter }: { filter: CitationFilter }) {
  const { data } = useRead('GET /:mode/citations/keywords', { query: filter });
  const keywords = data?.data ?? [];
  if (keywords.length === 0) return null;
  return (
    <section className={`card ${classes.citing}`} aria-labelledby="citing">
      <h2 id="citing">
        <bdi>{visibleText(filter.page_url ?? filter.domain ?? '')}</bdi> is cited for
      </h2>
      <ul className={classes.keywords}>
        {keywords.slice(0, SHOWN).map(({ keyword_id, keyword, citations, platforms }) => (
          <li key={keyword_id}>
            <KeywordLink keyword_id={keyword_id} keyword={keyword} />{' '}
            <span className="numeric" title={formatPlatforms(platforms)}>
              {formatNumber(citations)}
            </span>
            <span className={classes.under}>{formatPlatforms(platforms)}</span>
          </li>
        ))}
      </ul>
      {keywords.length > SHOWN && (
        <Text size="sm" c="dimmed" mt={8}>
          and {keywords.length - SHOWN === 50 - SHOWN ? 'more' : `${keywords.length - SHOWN} more`}
        </Text>
      )}
    </section>
  );
}
