import { Link } from '@tanstack/react-router';
import classes from './nav.module.css';

const PAGES = [
  { to: '/keywords', label: 'Keywords' },
  { to: '/settings/members', label: 'Members' },
  { to: '/settings/account', label: 'Your account' },
] as const;

/** A line of pages, to be scrolled sideways where it is longer than the screen. */
export function Nav() {
  return (
    <nav className={classes.nav} aria-label="Pages">
      <ul>
        {PAGES.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              // A filter of one page means nothing on another; only the workspace is kept, by the router.
              search={{}}
              activeOptions={{ includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
              className={classes.link}
            >
              {label}
            </Link>
          </li>
        ))}
        <li>
          {/* Not a page of the dashboard: the server's own. */}
          <a href="/docs" className={classes.link}>
            API reference
          </a>
        </li>
      </ul>
    </nav>
  );
}
