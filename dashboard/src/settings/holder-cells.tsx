import { Badge } from '@mantine/core';
import type { ApiKey } from '@visibility/sdk';
import { formatCount } from '../base/format.ts';
import classes from './settings.module.css';

/** Cells that the tables of keys and of OAuth clients share. */
export function NameAndMode({ name, mode }: Pick<ApiKey, 'name' | 'mode'>) {
  return (
    <span className={`${classes.typed} ${classes.named}`}>
      <bdi>{name}</bdi>
      <Badge variant={mode === 'live' ? 'light' : 'default'} radius="sm" tt="none" miw="max-content">
        {mode === 'live' ? 'Live' : 'Test'}
      </Badge>
    </span>
  );
}

export function Scopes({ scopes }: { scopes: ApiKey['scopes'] }) {
  return <>{scopes.includes('write') ? 'Read, write' : 'Read'}</>;
}

/** A member's name, or how it was created without a member. */
export function CreatedBy({ name }: { name: string | null }) {
  if (name === null) return <>Unknown</>;
  const isPerson = !['command line', 'server', 'sign-in link'].includes(name);
  return <bdi className={classes.breakable}>{isPerson ? name : name.charAt(0).toUpperCase() + name.slice(1)}</bdi>;
}

interface RestrictionsProps {
  allowed_ips: string[];
  allowed_domains: string[];
}

/** How many rules there are, and the first of them; all of them on hover. */
export function Restrictions({ allowed_ips: ips, allowed_domains: domains }: RestrictionsProps) {
  if (ips.length + domains.length === 0) return <>None</>;
  return (
    <>
      <Rules rules={ips} noun="IP rule" />
      <Rules rules={domains} noun="domain" />
    </>
  );
}

function Rules({ rules, noun }: { rules: string[]; noun: string }) {
  if (rules.length === 0) return null;
  const [first] = rules;
  return (
    <span className={classes.rules} title={rules.join('\n')}>
      {rules.length === 1 ? <bdi>{first}</bdi> : formatCount(rules.length, noun)}
    </span>
  );
}
