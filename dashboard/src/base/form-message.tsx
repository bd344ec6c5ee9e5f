import classes from './form-message.module.css';

/** The result of a form, announced by screen readers. Empty before the form is submitted. */
export function FormMessage({ error, done }: { error: Error | null; done?: string | undefined }) {
  if (error) {
    return (
      <p className={classes.error} role="alert">
        {/[.!?]$/.test(error.message) ? error.message : `${error.message}.`}
      </p>
    );
  }
  return <output className={classes.done}>{done}</output>;
}
