import { Button, NumberInput, Text } from '@mantine/core';
import type { AnswerTo } from '@visibility/server/contract';
import { useState } from 'react';
import { bytesText } from '../../../../server/src/base/bytes-text.ts';
import { request } from '../../api/request.ts';
import { ConfirmDialog } from '../../base/confirm-button.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { useMode } from '../../base/mode.ts';
import { OwnerOnly } from '../../base/role.tsx';
import { useServerForm } from '../../base/server-form.ts';
import { ErrorState } from '../../base/states.tsx';
import { useRead } from '../../base/use-read.ts';
import { Facts } from '../facts.tsx';
import classes from '../platforms/platforms.module.css';

type Retention = AnswerTo<'GET /:mode/retention'>;
type RetentionLimits = Retention['effective'];

const FIELDS: [keyof RetentionLimits, string, string][] = [
  ['raw_days', 'Raw replies (days)', 'Recommended: 90.'],
  ['text_days', 'Answer texts and sources (days)', 'Recommended: 396 (13 months).'],
  ['findings_days', 'Single mentions and citations (days)', 'Recommended: empty. Scores and daily counts always stay.'],
];

/** How long answers are kept, and the form to change it. */
export function RetentionOfAnswers() {
  const mode = useMode();
  const { data, error, refetch } = useRead('GET /:mode/retention', {});
  if (error && !data) return <ErrorState error={error} retry={refetch} />;
  if (!data) return null;
  return (
    <>
      <Facts of={FIELDS.map(([limit, label]) => [label.replace(' (days)', ''), daysText(data.effective[limit])])} />
      <OwnerOnly>
        <RetentionForm key={mode} retention={data} />
      </OwnerOnly>
    </>
  );
}

function daysText(days: number | null): string {
  return days === null ? 'Indefinitely' : `${days} days`;
}

type Values = Record<keyof RetentionLimits, number | ''>;

function RetentionForm({ retention }: { retention: Retention }) {
  const [confirming, setConfirming] = useState<{ limits: RetentionLimits; freesBytes: number }>();
  const params = { mode: useMode() };
  const change = async (body: RetentionLimits) => {
    await request('PATCH /:mode/retention', { params, body });
    form.resetDirty();
  };
  const form = useServerForm({
    initialValues: valuesOf(retention),
    save: async (values) => {
      const limits = limitsOf(values);
      if (!isShorter(limits, retention)) return change(limits);
      const { frees_bytes: freesBytes } = await request('GET /:mode/retention', {
        params,
        query: Object.fromEntries(Object.entries(limits).filter(([, days]) => days !== null)),
      });
      setConfirming({ limits, freesBytes });
    },
  });
  return (
    <form className={classes.form} onSubmit={form.submit}>
      <Text size="sm" c="dimmed">
        Whole months are removed when they are entirely older. Empty keeps them as long as this installation does.
      </Text>
      {FIELDS.map(([limit, label, description]) => (
        <NumberInput
          key={limit}
          label={label}
          description={description}
          min={30}
          max={36500}
          allowDecimal={false}
          allowNegative={false}
          {...form.getInputProps(limit)}
        />
      ))}
      <FormMessage error={form.failure} done={form.saved.isSuccess && !form.isDirty() ? 'Saved.' : undefined} />
      <Button type="submit" loading={form.saved.isPending} style={{ alignSelf: 'flex-start' }}>
        Save
      </Button>
      {confirming && (
        <ConfirmDialog
          title="Remove older data?"
          action="Save and remove"
          run={() => change(confirming.limits)}
          onClose={() => setConfirming(undefined)}
        >
          This frees about {bytesText(confirming.freesBytes)}. What is removed cannot be restored.
        </ConfirmDialog>
      )}
    </form>
  );
}

function valuesOf({ raw_days, text_days, findings_days }: RetentionLimits): Values {
  return { raw_days: raw_days ?? '', text_days: text_days ?? '', findings_days: findings_days ?? '' };
}

function limitsOf({ raw_days, text_days, findings_days }: Values): RetentionLimits {
  const days = (value: number | '') => (value === '' ? null : Number(value));
  return { raw_days: days(raw_days), text_days: days(text_days), findings_days: days(findings_days) };
}

function isShorter(limits: RetentionLimits, before: RetentionLimits): boolean {
  return FIELDS.some(([limit]) => (limits[limit] ?? Infinity) < (before[limit] ?? Infinity));
}
