import type { KeyCheck } from '../../api/platforms.ts';
import classes from './platforms.module.css';

interface CheckResultProps {
  check: KeyCheck;
  name: string;
  /** Whether a success is worth a message. */
  showsSuccess?: boolean;
}

/** What a check of an API key found, and what to do. */
export function CheckResult({ check, name, showsSuccess = true }: CheckResultProps) {
  if (check.result === 'works') return showsSuccess && <p className={classes.good}>The API key works.</p>;
  return <p className={classes.bad}>{problemOf(check, name)}</p>;
}

function problemOf({ result, reason }: KeyCheck, name: string): string {
  if (result === 'refused') return `${name} rejected this API key. Create a new key and add it here.`;
  if (result === 'quota') {
    return `${name} accepts this API key, but the account has no quota or credit left. Add credit in your ${name} account.`;
  }
  if (result === 'unreachable') return `Could not reach ${name} (${reason}). Try again in a minute.`;
  if (reason === '200') return `${name} replied in a format that this version cannot read. Update this service.`;
  if (reason === '404') return `${name} does not offer the model to this account (404). Set another model.`;
  const status = reason === '429' ? '429 (rate limited)' : reason;
  return `${name} returned ${status}, so the API key could not be verified. Try again in a few minutes.`;
}
