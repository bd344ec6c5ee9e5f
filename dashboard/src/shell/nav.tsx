import { Link } from '@tanstack/react-router';
import { useRole } from '../base/role.tsx';
import classes from './nav.module.css';
import { GROUPS, OWNER_PAGES, type PagePath } from './pages.ts';

/** All pages by group. */
export function NavLinks({ onFollow }: { onFollow?: () => void }) {
  const role = useRole();
  return GROUPS.map(({ name, pages }) => (
    <div key={pages[0].to} className={classes.group}>
      {name && <p className={classes.heading}>{name}</p>}
      <ul aria-label={name}>
        {pages
          .filter(({ to }) => role === 'owner' || !OWNER_PAGES.includes(to))
          .map((page) => (
            <li key={page.to}>
              <NavLink {...page} onFollow={onFollow} />
            </li>
          ))}
      </ul>
    </div>
  ));
}

interface NavLinkProps {
  to: PagePath;
  label: string;
  icon: string;
  onFollow: (() => void) | undefined;
}

function NavLink({ to, label, icon, onFollow }: NavLinkProps) {
  return (
    <Link
      to={to}
      // Drops the filters of the current page. The router keeps the workspace.
      search={{}}
      activeOptions={{ includeSearch: false, exact: to === '/' }}
      activeProps={{ 'aria-current': 'page' }}
      className={classes.link}
      onClick={onFollow}
    >
      <svg className={classes.icon} viewBox="0 0 16 16" width={16} height={16} aria-hidden="true">
        <path d={icon} />
      </svg>
      {label}
    </Link>
  );
}
