import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './confirm-button.module.css';
import { FormMessage } from './form-message.tsx';

interface ConfirmButtonProps {
  /** On the button that opens the question. */
  label: string;
  /** For a screen reader, where several buttons have the same label. */
  fullLabel?: string;
  /** The question, with the name of what is lost. */
  title: string;
  children: ReactNode;
  /** On the button that answers yes. */
  action: string;
  run: () => Promise<unknown>;
}

/** A button for what cannot be undone: it asks once, by name. */
export function ConfirmButton({ label, fullLabel, ...question }: ConfirmButtonProps) {
  // The question is only there while it is asked, so that a search in the page does not find it.
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" aria-label={fullLabel} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <Question {...question} onClose={() => setOpen(false)} />}
    </>
  );
}

interface QuestionProps extends Pick<ConfirmButtonProps, 'title' | 'children' | 'action' | 'run'> {
  onClose: () => void;
}

function Question({ title, children, action, run, onClose }: QuestionProps) {
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
