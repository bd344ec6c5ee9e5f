import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { keywordCountQuery } from '../api/overview.ts';
import classes from './notice.module.css';

/** The way on for who looks at a live workspace in which nothing is tracked yet. */
export function EmptyLiveNotice() {
  const { data: count } = useQuery(keywordCountQuery('live'));
  const isThere = useLocation({ select: ({ pathname }) => pathname === '/start' });
  if (count !== 0 || isThere) return null;
  return (
    <section className={classes.notice} aria-label="Empty workspace">
      <p>
        <strong>Nothing is tracked here yet.</strong> <Link to="/start">Set up your brand and keywords</Link>
      </p>
    </section>
  );
}
