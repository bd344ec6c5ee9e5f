import { ProductLink } from './header.tsx';
import { NavLinks } from './nav.tsx';
import classes from './sidebar.module.css';

export function Sidebar() {
  return (
    <nav className={classes.sidebar} aria-label="Pages">
      <div className={classes.product}>
        <ProductLink />
      </div>
      <NavLinks />
    </nav>
  );
}
