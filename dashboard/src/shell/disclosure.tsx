import { useRouterState } from '@tanstack/react-router';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './disclosure.module.css';

interface DisclosureProps {
  /** The name of the button, if its face has no text. */
  label?: string;
  className: string | undefined;
  panelClassName?: string | undefined;
  /** What the button shows. */
  face: (isOpen: boolean) => ReactNode;
  onOpen?: () => void;
  children: (close: () => void) => ReactNode;
}

/** A button that shows a panel below it. It closes on Escape, on a click elsewhere and on a new page. */
export function Disclosure({ label, className, panelClassName, face, onOpen, children }: DisclosureProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the page changes
  useEffect(() => setOpen(false), [path]);

  function toggle() {
    if (!isOpen) onOpen?.();
    setOpen(!isOpen);
  }

  function close(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    button.current?.focus();
  }

  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving close the panel, for every control in it
    <div onKeyDown={close} onBlur={leave} className={classes.disclosure}>
      <button
        type="button"
        ref={button}
        className={className}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={label}
        onClick={toggle}
      >
        {face(isOpen)}
      </button>
      <div id={id} className={panelClassName ?? classes.panel} hidden={!isOpen}>
        {isOpen && children(() => setOpen(false))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape and the button do the same */}
      {isOpen && <div className={classes.backdrop} onClick={() => setOpen(false)} />}
    </div>
  );
}
