import { Disclosure } from './disclosure.tsx';
import classes from './menu.module.css';
import { NavLinks } from './nav.tsx';

/** The navigation behind a button, for screens without a sidebar. */
export function Menu() {
  return (
    <nav aria-label="Pages">
      <Disclosure
        label="Menu"
        className={classes.button}
        panelClassName={classes.panel}
        face={(isOpen) => (
          <svg viewBox="0 0 16 16" width={18} height={18} aria-hidden="true">
            <path d={isOpen ? 'M3.5 3.5l9 9M12.5 3.5l-9 9' : 'M2 4h12M2 8h12M2 12h12'} />
          </svg>
        )}
      >
        {(close) => <NavLinks onFollow={close} />}
      </Disclosure>
    </nav>
  );
}
