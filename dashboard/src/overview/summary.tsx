import { useQuery } from '@tanstack/react-query';
import { summaryQuery } from '../api/review.ts';
import { useMode } from '../base/mode.ts';
import { PageLink } from '../base/page-link.tsx';
import { useNow } from '../base/session-context.ts';
import classes from './review.module.css';

const DAY_MS = 86_400_000;

/** How things are, in a few sentences. Each links to its evidence. */
export function Summary({ days }: { days: number }) {
  const now = useNow();
  const since = new Date(now.getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  const { data } = useQuery(summaryQuery(useMode(), since));
  return (
    <p className={classes.summary} role="status" aria-label="Summary">
      {data
        ? data.parts.map(({ kind, text, url }) => (
            <span key={kind}>
              <PageLink url={url}>
                <bdi>{text}</bdi>
              </PageLink>{' '}
            </span>
          ))
        : '\u00a0'}
    </p>
  );
}
