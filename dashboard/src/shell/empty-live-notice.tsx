import { Link, useLocation } from '@tanstack/react-router';
import { useLiveKeywordCount } from '../base/lookups.ts';
import { MemberOnly } from '../base/role.tsx';
import classes from './notice.module.css';

/** Pages with a setup hint of their own. */
const HAS_OWN_HINT = ['/', '/start', '/keywords', '/settings/brand'];

/** Links to the setup while the live workspace has no keywords. */
export function EmptyLiveNotice() {
  const count = useLiveKeywordCount();
  const hasOwnHint = useLocation({ select: ({ pathname }) => HAS_OWN_HINT.includes(pathname) });
  if (count !== 0 || hasOwnHint) return null;
  return (
    <section className={classes.notice} aria-label="Empty workspace">
      <p>
        <strong>No keywords yet.</strong>{' '}
        <MemberOnly>
          <Link to="/start">Set up your workspace</Link>
        </MemberOnly>
      </p>
    </section>
  );
}
