import { ProductLink } from './header.tsx';
import { NavLinks } from './nav.tsx';
import classes from './sidebar.module.css';

export function Sidebar() {
  return (
    <div className={classes.sidebar}>
      <div className={classes.product}>
        <ProductLink />
      </div>
      <nav aria-label="Pages">
        <NavLinks />
      </nav>
    </div>
  );
}
