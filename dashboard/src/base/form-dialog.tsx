import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import classes from './form-dialog.module.css';
import { FormMessage } from './form-message.tsx';

interface FormDialogProps {
  title: string;
  /** Label of the submit button. */
  action: string;
  form: {
    submit: (event: FormEvent<HTMLFormElement>) => void;
    failure: Error | null;
    saved: { isPending: boolean };
  };
  /** Disables the submit button while the input is incomplete. */
  isDisabled?: boolean;
  /** Success message, if the dialog stays open. */
  done?: string | undefined;
  /** Label of the button that closes the dialog. */
  close?: string;
  /** Another action, beside Cancel. */
  extra?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form: fields, error message, Cancel and submit button. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, form, isDisabled = false, done, close = 'Cancel', extra, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={classes.form} onSubmit={form.submit}>
        {children}
        {(form.failure || done) && <FormMessage error={form.failure} done={done} />}
        <div className={classes.buttons}>
          {extra}
          <Button variant="default" onClick={onClose}>
            {close}
          </Button>
          <Button type="submit" loading={form.saved.isPending} disabled={isDisabled}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
