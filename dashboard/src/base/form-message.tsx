import classes from './form-message.module.css';

const NAMES: Record<string, string> = {
  email: 'The e-mail',
  name: 'The name',
  password: 'The password',
  current_password: 'The current password',
};

/** What came of a form: said by screen readers, and empty until there is something to say. */
export function FormMessage({ error, done }: { error: Error | null; done?: string | undefined }) {
  if (error) {
    return (
      <p className={classes.error} role="alert">
        {inWords(error.message)}
      </p>
    );
  }
  return <output className={classes.done}>{done}</output>;
}

/** The server names fields as they are sent: `password: must have at least 10 characters`. */
function inWords(detail: string): string {
  return detail
    .split('; ')
    .map((problem) => problem.replace(/^([a-z_]+): /, (whole, field) => (NAMES[field] ? `${NAMES[field]} ` : whole)))
    .map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ');
}
