import { Link } from '@tanstack/react-router';
import classes from './nav.module.css';

const PAGES = [
  { to: '/', label: 'Overview' },
  { to: '/keywords', label: 'Keywords' },
  { to: '/mentions', label: 'Mentions' },
  { to: '/citations', label: 'Citations' },
  { to: '/competitors', label: 'Competitors' },
  { to: '/alerts', label: 'Alerts' },
  { to: '/reports', label: 'Reports' },
  { to: '/developers', label: 'Developers' },
  { to: '/settings/keys', label: 'API Keys' },
  { to: '/settings/webhooks', label: 'Webhooks' },
  { to: '/settings/brand', label: 'Brand' },
  { to: '/settings/platforms', label: 'Platforms' },
  { to: '/settings/members', label: 'Members' },
  { to: '/settings/usage', label: 'Plan & usage' },
  { to: '/settings/oauth-clients', label: 'OAuth clients' },
  { to: '/settings/audit-log', label: 'Audit log' },
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
              activeOptions={{ includeSearch: false, exact: to === '/' }}
              activeProps={{ 'aria-current': 'page' }}
              className={classes.link}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
