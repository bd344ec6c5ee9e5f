import { PageLink } from '../base/page-link.tsx';
import { useRead } from '../base/use-read.ts';
import classes from './review.module.css';

/** How things are, in a few sentences. Each links to its evidence. */
export function Summary({ since }: { since: string }) {
  const { data } = useRead('GET /:mode/review/summary', { query: { since } });
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
