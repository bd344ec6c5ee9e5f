import { CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

const FIELDS = 'input:not([type="hidden"], [type="file"], [type="checkbox"], [type="radio"]), textarea';

/** A form or a detail on top of the page. Mount it while it is open; Escape and the cross close it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // Else the focus begins on the cross.
    dialog.current?.querySelector<HTMLElement>(FIELDS)?.focus();
  }, []);
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={id} onClose={onClose}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <CloseButton aria-label="Close" onClick={() => dialog.current?.close()} />
      </div>
      {children}
    </dialog>
  );
}
