import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CreatedKey } from '../../api/keys.ts';
import { request } from '../../api/request.ts';
import { Command } from '../../base/command.tsx';
import { FormDialog } from '../../base/form-dialog.tsx';
import { SecretDialog } from '../../base/secret-dialog.tsx';
import { useServerForm } from '../../base/server-form.ts';
import { AccessField, EMPTY_HOLDER, ModeField, NameField, RestrictionFields, toHolder } from '../holder-fields.tsx';
import classes from '../settings.module.css';
import { EXPIRIES, expiresAt } from './expiry.ts';

/** Creates a key and shows it once. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  // A fixed time, so that a double click sends two identical requests and creates one key.
  const [opened] = useState(() => new Date());
  const form = useServerForm({
    initialValues: { ...EMPTY_HOLDER, expiry: 'never', expires_at: '' },
    save: ({ expiry, expires_at, ...holder }) =>
      request('POST /keys', {
        body: { ...toHolder(holder), expires_at: expiresAt({ expiry, date: expires_at }, opened) },
      }),
  });

  if (form.saved.data) return <NewKeyShown created={form.saved.data} onClose={onClose} />;
  return (
    <FormDialog title="Create New API Key" action="Create key" form={form} onClose={onClose}>
      <NameField form={form} />
      <ModeField form={form} />
      <AccessField form={form} />
      <NativeSelect
        label="Expires"
        data={EXPIRIES.map(({ value, label }) => ({ value, label }))}
        {...form.getInputProps('expiry')}
      />
      {form.values.expiry === 'date' && (
        <TextInput label="Last day" type="date" required {...form.getInputProps('expires_at')} />
      )}
      <RestrictionFields form={form} />
    </FormDialog>
  );
}

function NewKeyShown({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  return (
    <SecretDialog
      title={`API key “${created.name}” created`}
      label="Your new API key"
      value={created.key}
      onClose={onClose}
    >
      <div className={classes.stack}>
        <Text size="sm">Try it in a terminal:</Text>
        <Command text={`curl ${location.origin}/api/v1/visibility \\\n  -H 'Authorization: Bearer ${created.key}'`} />
      </div>
    </SecretDialog>
  );
}
