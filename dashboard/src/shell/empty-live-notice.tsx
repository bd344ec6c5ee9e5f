import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { keywordCountQuery } from '../api/overview.ts';
import { MemberOnly } from '../base/role.tsx';
import classes from './notice.module.css';

/** Pages that say it themselves. */
const HAS_OWN_HINT = ['/', '/start', '/keywords', '/settings/brand'];

/** The way on for who looks at a live workspace in which nothing is tracked yet. */
export function EmptyLiveNotice() {
  const { data: count } = useQuery(keywordCountQuery('live'));
  const hasOwnHint = useLocation({ select: ({ pathname }) => HAS_OWN_HINT.includes(pathname) });
  if (count !== 0 || hasOwnHint) return null;
  return (
    <section className={classes.notice} aria-label="Empty workspace">
      <p>
        <strong>Nothing is tracked here yet.</strong>{' '}
        <MemberOnly>
          <Link to="/start">Set up your brand and keywords</Link>
        </MemberOnly>
      </p>
    </section>
  );
}
