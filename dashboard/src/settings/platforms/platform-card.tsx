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
          {state.failure && <> ({state.failure})</>}. Check the API key and your {name} account. Failed answers don’t
          affect scores.
        </p>
      )}
      {state.reply_signals.map((signal) => (
        <p key={signal} className={classes.failing}>
          {name} may have changed its API: {signal}. Ask the operator to update this installation.
        </p>
      ))}
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
      <dd>
        {state.last_answer_at ? (
          <time dateTime={state.last_answer_at} title={formatTime(state.last_answer_at)}>
            {formatAge(state.last_answer_at, now)}
          </time>
        ) : (
          'None in the last 7 days'
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
  const verb = key === 'workspace' ? 'Replace API key' : 'Add API key';
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
            aria-label={`Verify API key for ${name}`}
            loading={checked.isPending}
            onClick={() => checked.mutate()}
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
        {key === 'workspace' && (
          <ConfirmButton
            label="Remove API key"
            fullLabel={`Remove API key for ${name}`}
            title={`Remove the API key for ${name}?`}
            action="Remove"
            run={async () => {
              await removePlatformKey(mode, platform);
              checked.reset();
              await refresh();
            }}
          >
            Prompts stop running with this key. Stored answers are kept. To use the key again, you need to paste it
            again.
          </ConfirmButton>
        )}
      </div>
      {checked.error && <FormMessage error={checked.error} />}
      <output>{checked.data && <CheckResult check={checked.data} name={name} />}</output>
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

function CheckResult({ check: { result, reason }, name }: { check: KeyCheck; name: string }) {
  if (result === 'works') return <p className={classes.good}>The API key works.</p>;
  if (result === 'refused') {
    return <p className={classes.bad}>{name} rejected this API key. Create a new key and add it here.</p>;
  }
  if (result === 'answered') {
    const status = reason === '429' ? '429 (rate limited)' : reason;
    return (
      <p className={classes.bad}>
        {name} returned {status}, so the API key could not be verified. Try again in a few minutes.
      </p>
    );
  }
  return (
    <p className={classes.bad}>
      Could not reach {name} ({reason}). Try again in a minute.
    </p>
  );
}
