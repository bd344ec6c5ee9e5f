import { CloseButton } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import classes from './dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** If set, it is called on Escape, the close button and clicks outside. The dialog then stays open. */
  onLeave?: (() => void) | undefined;
  /** For two columns of text. */
  isWide?: boolean;
  children: ReactNode;
}

const FIRST =
  '[data-autofocus], input:not([type="hidden"], [type="file"], [type="checkbox"], [type="radio"]), textarea';

/** A modal dialog. Mount it to open it. Escape and the close button close it. */
export function Dialog({ title, onClose, onLeave, isWide = false, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useFocusBack();
  useEffect(() => {
    dialog.current?.showModal();
    // Otherwise the close button gets the focus.
    dialog.current?.querySelector<HTMLElement>(FIRST)?.focus();
  }, []);
  useLeaving(dialog, onLeave);
  return (
    <dialog ref={dialog} className={classes.dialog} data-wide={isWide} aria-labelledby={id} onClose={onClose}>
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

/** Returns the focus when an open dialog is removed from the page. */
function useFocusBack(): void {
  const opener = useRef<Element>(null);
  useEffect(() => {
    opener.current ??= document.activeElement;
    return () => {
      if (document.activeElement === document.body && opener.current instanceof HTMLElement) focusBack(opener.current);
    };
  }, []);
}

/** After the first record is created, the button moves from the empty state to the page header. */
function focusBack(opener: HTMLElement): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('main button')];
  const moved = () => buttons.find(({ textContent }) => textContent === opener.textContent);
  (opener.isConnected ? opener : (moved() ?? document.getElementById('main')))?.focus({ preventScroll: true });
}

/**
 * In Chromium, `cancel` can prevent only one Escape between two clicks, so this also listens to the key. `cancel`
 * handles everything else that closes dialogs, such as the back gesture on phones.
 */
function useLeaving(dialog: RefObject<HTMLDialogElement | null>, onLeave: (() => void) | undefined): void {
  // A layout effect, so that no Escape can close the dialog before the listener is set.
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

/** Ignores an Escape that closed a dialog on top of this one. */
function isEscapeFrom(element: Element, event: KeyboardEvent): boolean {
  const isOnTop = [...document.querySelectorAll('dialog[open]')].at(-1) === element;
  return event.key === 'Escape' && !event.defaultPrevented && isOnTop;
}

function isOutside(element: Element, { clientX: x, clientY: y }: PointerEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}
