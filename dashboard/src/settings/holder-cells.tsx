import { Badge } from '@mantine/core';
import { own } from '../../../server/src/base/own.ts';
import type { ApiKey } from '../api/keys.ts';
import { formatCount } from '../base/format.ts';
import classes from './settings.module.css';
import { Day } from './when.tsx';

/** Cells shared by the tables of API keys and OAuth clients. */
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

/** The member who created it, or where it was created, and when. */
export function CreatedBy({ created_by: name, created_at }: Pick<ApiKey, 'created_by' | 'created_at'>) {
  return (
    <div>
      <bdi className={classes.rules}>{name === null ? 'Unknown' : (own(WITHOUT_MEMBER, name) ?? name)}</bdi>
      <span className={classes.sub}>
        <Day time={created_at} />
      </span>
    </div>
  );
}

const WITHOUT_MEMBER: Record<string, string> = {
  'command line': 'Command line',
  server: 'Server',
  'sign-in link': 'Sign-in link',
};

interface RestrictionsProps {
  allowed_ips: string[];
  allowed_domains: string[];
}

/** The only rule, or the number of rules. All rules are shown on hover. */
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
