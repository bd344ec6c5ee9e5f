import classes from './form-message.module.css';

/** What came of a form: said by screen readers, and empty until there is something to say. */
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
