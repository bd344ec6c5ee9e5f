import { Badge, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  checkPlatformKey,
  type KeyCheck,
  type PlatformState,
  platformStatesQuery,
  removePlatformKey,
} from '../../api/platforms.ts';
import { ConfirmButton } from '../../base/confirm-button.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { formatAge, formatLongDay, formatNumber, formatTime, formatUsd } from '../../base/format.ts';
import { useMode } from '../../base/mode.ts';
import { platformLook } from '../../base/platforms.ts';
import { MemberOnly } from '../../base/role.tsx';
import { useNow } from '../../base/session-context.ts';
import { KeyDialog } from './key-dialog.tsx';
import classes from './platforms.module.css';

const ORIGINS = { workspace: 'Workspace key', environment: 'Server key', none: 'No key' };

export function PlatformCard({ state }: { state: PlatformState }) {
  const { name, color } = platformLook(state.platform);
  return (
    <li className={`card ${classes.card}`}>
      <div className={classes.head}>
        <h2 style={{ color }}>{name}</h2>
        <Badge variant={state.key === 'none' ? 'default' : 'light'} radius="sm" tt="none">
          {ORIGINS[state.key]}
        </Badge>
      </div>
      <Facts state={state} />
      {state.failing_since && (
        <p className={classes.failing}>
          Failing since {formatTime(state.failing_since)}
          {state.failure && <> ({state.failure})</>}. Nothing of this counts as “not named”. Check the key and the
          account there.
        </p>
      )}
      <MemberOnly>
        <Actions state={state} name={name} />
      </MemberOnly>
    </li>
  );
}

function Facts({ state }: { state: PlatformState }) {
  const now = useNow();
  return (
    <dl className={`${classes.facts} numeric`}>
      <dt>Model</dt>
      <dd>{state.model}</dd>
      <dt>Price</dt>
      <dd>
        {state.usd_per_question === null
          ? 'Not known'
          : `About ${formatUsd(state.usd_per_question)} a question${state.price_as_of ? `, as of ${formatLongDay(state.price_as_of)}` : ''}`}
      </dd>
      <dt>Today</dt>
      <dd>
        {state.key === 'none' && state.planned_today === 0
          ? 'Not asked without a key'
          : `${formatNumber(state.asked_today)} of ${formatNumber(state.planned_today)} questions asked`}
      </dd>
      <dt>Last answer</dt>
      <dd>
        {state.last_answer_at ? (
          <time dateTime={state.last_answer_at} title={formatTime(state.last_answer_at)}>
            {formatAge(state.last_answer_at, now)}
          </time>
        ) : (
          'None in the last seven days'
        )}
      </dd>
      <dt>Spent</dt>
      <dd>
        {formatUsd(state.spent_today_usd)} today, {formatUsd(state.spent_month_usd)} this month
      </dd>
    </dl>
  );
}

function Actions({ state: { platform, key }, name }: { state: PlatformState; name: string }) {
  const mode = useMode();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const verb = key === 'workspace' ? 'Replace the key' : 'Set a key';
  const needsAddress = platform === 'openai_compatible' && key === 'none';
  const checked = useMutation({ mutationFn: () => checkPlatformKey(mode, platform) });
  const refresh = () => client.invalidateQueries({ queryKey: [mode] });
  return (
    <>
      <div className={classes.actions}>
        {key !== 'none' && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Check the key of ${name}`}
            loading={checked.isPending}
            onClick={() => checked.mutate()}
          >
            Check the key
          </Button>
        )}
        {needsAddress ? (
          <p className={classes.hint}>
            A model server of your own. It needs an address first: set <code>OPENAI_COMPATIBLE_BASE_URL</code> and start
            the service again.
          </p>
        ) : (
          <Button size="xs" variant="default" aria-label={`${verb} for ${name}`} onClick={() => setOpen(true)}>
            {verb}
          </Button>
        )}
        {key === 'workspace' && (
          <ConfirmButton
            label="Remove the key"
            fullLabel={`Remove the key of ${name}`}
            title={`Remove the key of ${name}?`}
            action="Remove"
            run={async () => {
              await removePlatformKey(mode, platform);
              checked.reset();
              await refresh();
            }}
          >
            {name} is not asked with it any more. What was answered stays. The server keeps no copy: to come back you
            need the key again.
          </ConfirmButton>
        )}
      </div>
      {checked.error && <FormMessage error={checked.error} />}
      <output>{checked.data && <Verdict check={checked.data} />}</output>
      {isOpen && (
        <KeyDialog
          platform={platform}
          name={name}
          onClose={() => setOpen(false)}
          onSaved={() => {
            void client.invalidateQueries({ queryKey: platformStatesQuery(mode).queryKey });
            void refresh();
            checked.mutate();
          }}
        />
      )}
    </>
  );
}

function Verdict({ check: { result, reason } }: { check: KeyCheck }) {
  if (result === 'works') return <p className={classes.good}>This key works.</p>;
  if (result === 'refused') {
    return <p className={classes.bad}>The platform refused this key. Make a new one there and set it here.</p>;
  }
  if (result === 'answered') {
    const status = reason === '429' ? '429 (rate limited)' : reason;
    return (
      <p className={classes.bad}>
        The platform answered {status}, so the key could not be checked. Try again in a few minutes.
      </p>
    );
  }
  return <p className={classes.bad}>The platform could not be reached ({reason}). Try again in a minute.</p>;
}
