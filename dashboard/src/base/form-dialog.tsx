import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import classes from './form-dialog.module.css';
import { FormMessage } from './form-message.tsx';
import { useOnce } from './use-once.ts';

interface FormDialogProps {
  title: string;
  /** On the button that saves. */
  action: string;
  saved: UseMutationResult<unknown, Error, void>;
  /** While something is wrong that the form says itself, nothing is sent. */
  isWrong?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A form on top of the page: its fields, what went wrong, Cancel and the button that saves. */
export function FormDialog({ title, action, saved, isWrong = false, onClose, children }: FormDialogProps) {
  const save = useOnce(saved);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isWrong) save();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        {children}
        {saved.error && <FormMessage error={saved.error} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={saved.isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
