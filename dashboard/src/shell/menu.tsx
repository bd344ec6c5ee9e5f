import { useRouterState } from '@tanstack/react-router';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import classes from './menu.module.css';
import { NavLinks } from './nav.tsx';

/** The navigation behind a button, for screens without a sidebar. */
export function Menu() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the page changes
  useEffect(() => setOpen(false), [path]);

  function close(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    button.current?.focus();
  }

  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
  }

  return (
    <nav aria-label="Pages" onKeyDown={close} onBlur={leave}>
      <button
        type="button"
        ref={button}
        className={classes.button}
        aria-expanded={isOpen}
        aria-controls="menu"
        aria-label="Menu"
        onClick={() => setOpen(!isOpen)}
      >
        <svg viewBox="0 0 16 16" width={18} height={18} aria-hidden="true">
          <path d={isOpen ? 'M3.5 3.5l9 9M12.5 3.5l-9 9' : 'M2 4h12M2 8h12M2 12h12'} />
        </svg>
      </button>
      <div id="menu" className={classes.panel} hidden={!isOpen}>
        <NavLinks onFollow={() => setOpen(false)} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape and the button do the same */}
      {isOpen && <div className={classes.backdrop} onClick={() => setOpen(false)} />}
    </nav>
  );
}
