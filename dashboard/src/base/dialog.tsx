import { CloseButton } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import classes from './dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Called by Escape, the cross and a click outside, which then do not close the dialog. */
  onLeave?: (() => void) | undefined;
  children: ReactNode;
}

const FIRST =
  '[data-autofocus], input:not([type="hidden"], [type="file"], [type="checkbox"], [type="radio"]), textarea';

/** A form or a detail on top of the page. Mount it while it is open; Escape and the cross close it. */
export function Dialog({ title, onClose, onLeave, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useFocusBack();
  useEffect(() => {
    dialog.current?.showModal();
    // Else the focus begins on the cross.
    dialog.current?.querySelector<HTMLElement>(FIRST)?.focus();
  }, []);
  useLeaving(dialog, onLeave);
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={id} onClose={onClose}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <CloseButton aria-label="Close" onClick={onLeave ?? (() => dialog.current?.close())} />
      </div>
      {children}
    </dialog>
  );
}

/** A dialog that is taken off the page while open leaves the focus nowhere. */
function useFocusBack(): void {
  const opener = useRef<Element>(null);
  useEffect(() => {
    opener.current ??= document.activeElement;
    return () => {
      if (document.activeElement === document.body && opener.current instanceof HTMLElement) focusBack(opener.current);
    };
  }, []);
}

/** The first record moves the button that made it from the empty state to the head of the page. */
function focusBack(opener: HTMLElement): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('main button')];
  const moved = () => buttons.find(({ textContent }) => textContent === opener.textContent);
  (opener.isConnected ? opener : (moved() ?? document.getElementById('main')))?.focus({ preventScroll: true });
}

/**
 * Chromium lets `cancel` hold back only one Escape between two clicks, so the key itself is held back. `cancel` is for
 * what else closes dialogs, such as a phone's back gesture.
 */
function useLeaving(dialog: RefObject<HTMLDialogElement | null>, onLeave: (() => void) | undefined): void {
  // In the layout phase: between two effects an Escape would close the dialog.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !onLeave) return;
    const listening = new AbortController();
    const { signal } = listening;
    const leave = (event: Event) => {
      event.preventDefault();
      onLeave();
    };
    document.addEventListener('keydown', (event) => isEscapeFrom(element, event) && leave(event), { signal });
    element.addEventListener('cancel', leave, { signal });
    element.addEventListener('pointerdown', (event) => isOutside(element, event) && leave(event), { signal });
    return () => listening.abort();
  }, [dialog, onLeave]);
}

/** An Escape that has just closed the dialog above was not meant for this one. */
function isEscapeFrom(element: Element, event: KeyboardEvent): boolean {
  const isOnTop = [...document.querySelectorAll('dialog[open]')].at(-1) === element;
  return event.key === 'Escape' && !event.defaultPrevented && isOnTop;
}

function isOutside(element: Element, { clientX: x, clientY: y }: PointerEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}
