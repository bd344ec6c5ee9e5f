import { NavLinks } from './nav.tsx';
import classes from './sidebar.module.css';
import { WorkspaceMenu } from './workspace-menu.tsx';

export function Sidebar() {
  return (
    <div className={classes.sidebar}>
      <div className={classes.workspace}>
        <WorkspaceMenu />
      </div>
      <nav aria-label="Pages" className={classes.pages}>
        <NavLinks />
      </nav>
    </div>
  );
}
