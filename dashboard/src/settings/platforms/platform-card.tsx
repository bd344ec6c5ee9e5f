import { Badge, Button } from '@mantine/core';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeyCheck, PlatformState } from '../../api/platforms.ts';
import { read } from '../../api/read.ts';
import { request } from '../../api/request.ts';
import { Age } from '../../base/age.tsx';
import { ConfirmButton } from '../../base/confirm-button.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { formatLongDay, formatNumber, formatUsd } from '../../base/format.ts';
import { useMode } from '../../base/mode.ts';
import { platformLook } from '../../base/platforms.ts';
import { MemberOnly, useRole } from '../../base/role.tsx';
import { useRead } from '../../base/use-read.ts';
import { CheckResult } from './check-result.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { PlatformWarnings } from './platform-warnings.tsx';
import classes from './platforms.module.css';

const ORIGINS = { workspace: 'Workspace key', environment: 'Server key', none: 'No key' };

export function PlatformCard({ state }: { state: PlatformState }) {
  const { name, color } = platformLook(state.platform);
  const isMember = useRole() !== 'viewer';
  const check = useRead('POST /:mode/platforms/:platform/check', {
    params: { platform: state.platform },
    staleTime: 'static',
    retry: false,
    // A server of one's own is called only when asked to.
    enabled: isMember && state.key !== 'none' && !state.instance,
  });
  return (
    <li className={`card ${classes.card}`}>
      <div className={classes.head}>
        <h2 style={{ color }}>{name}</h2>
        <Badge variant={state.key === 'none' ? 'default' : 'light'} radius="sm" tt="none">
          {ORIGINS[state.key]}
        </Badge>
      </div>
      <Facts state={state} />
      <PlatformWarnings state={state} check={check.data} name={name} />
      <MemberOnly>
        <Actions state={state} name={name} check={check} />
      </MemberOnly>
    </li>
  );
}

function Facts({ state }: { state: PlatformState }) {
  return (
    <dl className={`${classes.facts} numeric`}>
      <dt>Model</dt>
      <dd>{state.model}</dd>
      {state.instance && (
        <>
          <dt>Server</dt>
          <dd>{state.instance.base_url}</dd>
        </>
      )}
      <dt>Price</dt>
      <dd>
        {state.usd_per_question === null
          ? 'Unknown'
          : `About ${formatUsd(state.usd_per_question)} per prompt${state.price_as_of ? ` (as of ${formatLongDay(state.price_as_of)})` : ''}`}
      </dd>
      <dt>Today</dt>
      <dd>
        {state.key === 'none' && state.planned_today === 0
          ? 'Add an API key to start'
          : `${formatNumber(state.asked_today)} of ${formatNumber(state.planned_today)} prompts run`}
      </dd>
      <dt>Last answer</dt>
      <dd>{state.last_answer_at ? <Age time={state.last_answer_at} /> : 'None in the last 7 days'}</dd>
      <dt>Spent</dt>
      <dd>
        {formatUsd(state.spent_today_usd)} today, {formatUsd(state.spent_month_usd)} this month
      </dd>
    </dl>
  );
}

interface ActionsProps {
  state: PlatformState;
  name: string;
  check: UseQueryResult<KeyCheck>;
}

function Actions({ state: { platform, key, instance }, name, check }: ActionsProps) {
  const params = { mode: useMode(), platform };
  const client = useQueryClient();
  const { queryKey } = read('POST /:mode/platforms/:platform/check', { params });
  const [isOpen, setOpen] = useState(false);
  const verb = key === 'workspace' ? 'Replace API key' : 'Add API key';
  const needsAddress = platform === 'openai_compatible' && key === 'none';
  const [isChecked, setChecked] = useState(false);
  const verify = async () => {
    await check.refetch();
    setChecked(true);
  };
  return (
    <>
      <div className={classes.actions}>
        {key !== 'none' && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Verify API key for ${name}`}
            loading={check.isFetching}
            onClick={() => void verify()}
          >
            Verify API key
          </Button>
        )}
        {needsAddress ? (
          <p className={classes.hint}>
            For your own model server. Set <code>OPENAI_COMPATIBLE_BASE_URL</code> and restart the service.
          </p>
        ) : (
          <Button size="xs" variant="default" aria-label={`${verb} for ${name}`} onClick={() => setOpen(true)}>
            {verb}
          </Button>
        )}
        {instance && (
          <ConfirmButton
            label="Remove platform"
            fullLabel={`Remove platform ${name}`}
            title={`Remove the platform ${name}?`}
            action="Remove"
            run={() => request('DELETE /:mode/platform-instances/:platform', { params })}
          >
            Prompts stop running on this server, and its API key is deleted. Stored answers are kept.
          </ConfirmButton>
        )}
        {key === 'workspace' && !instance && (
          <ConfirmButton
            label="Remove API key"
            fullLabel={`Remove API key for ${name}`}
            title={`Remove the API key for ${name}?`}
            action="Remove"
            run={async () => {
              await request('PATCH /:mode/platforms/:platform', { params, body: { api_key: null } });
              setChecked(false);
              client.removeQueries({ queryKey });
            }}
          >
            Prompts stop running with this key. Stored answers are kept. To use the key again, you need to paste it
            again.
          </ConfirmButton>
        )}
      </div>
      {key !== 'none' && check.error && <FormMessage error={check.error} />}
      <output>
        {key !== 'none' && check.data && <CheckResult check={check.data} name={name} showsSuccess={isChecked} />}
      </output>
      {isOpen && (
        <KeyDialog
          platform={platform}
          name={name}
          onClose={() => setOpen(false)}
          onSaved={(found) => {
            setChecked(true);
            client.setQueryData(queryKey, found);
          }}
        />
      )}
    </>
  );
}
