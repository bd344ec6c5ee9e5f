import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import classes from './form-dialog.module.css';
import { FormMessage } from './form-message.tsx';

interface FormDialogProps {
  title: string;
  /** On the button that saves. */
  action: string;
  form: {
    submit: (event: FormEvent<HTMLFormElement>) => void;
    failure: Error | null;
    saved: { isPending: boolean };
  };
  /** While something is missing without which nothing can be sent. */
  isDisabled?: boolean;
  /** What came of it, where the dialog stays open. */
  done?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** A form on top of the page: its fields, what went wrong, Cancel and the button that saves. */
export function FormDialog({ title, action, form, isDisabled = false, done, onClose, children }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={classes.form} onSubmit={form.submit}>
        {children}
        {(form.failure || done) && <FormMessage error={form.failure} done={done} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.saved.isPending} disabled={isDisabled}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
