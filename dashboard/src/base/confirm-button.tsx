import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './confirm-button.module.css';
import { FormMessage } from './form-message.tsx';

interface ConfirmButtonProps {
  /** Label of the button. */
  label: string;
  /** Unique label for screen readers, if several buttons have the same label. */
  fullLabel?: string;
  /** Title of the dialog. It names the object. */
  title: string;
  children: ReactNode;
  /** Label of the button that confirms. */
  action: string;
  run: () => Promise<unknown>;
  size?: 'xs' | 'sm';
}

/** A button that asks for confirmation before an action that can't be undone. */
export function ConfirmButton({ label, fullLabel, size = 'xs', ...dialog }: ConfirmButtonProps) {
  // The dialog is rendered only while it is open, so that searching the page does not find it.
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size={size} aria-label={fullLabel} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <ConfirmDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ConfirmDialogProps extends Pick<ConfirmButtonProps, 'title' | 'children' | 'action' | 'run'> {
  onClose: () => void;
}

export function ConfirmDialog({ title, children, action, run, onClose }: ConfirmDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  const confirmed = useMutation({ mutationFn: run, onSuccess: close });
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <div>{children}</div>
      {confirmed.error && <FormMessage error={confirmed.error} />}
      <div className={classes.buttons}>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button color="red.8" loading={confirmed.isPending} onClick={() => confirmed.mutate()}>
          {action}
        </Button>
      </div>
    </dialog>
  );
}
