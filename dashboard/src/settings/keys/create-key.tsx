import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createKey, keysQuery, type NewKey } from '../../api/keys.ts';
import { Dialog } from '../../base/dialog.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { fieldErrors, linesOf } from '../field-errors.ts';
import {
  AccessField,
  EMPTY_HOLDER,
  type HolderDraft,
  ModeField,
  NameField,
  RestrictionFields,
  scopesOf,
} from '../holder-fields.tsx';
import classes from '../settings.module.css';
import { EXPIRIES, type Expiry, expiresAt } from './expiry.ts';
import { NewKeyShown } from './new-key-shown.tsx';

type KeyDraft = HolderDraft & Expiry;

/** Asks what the key is for, then shows it: when the dialog closes it is gone. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<KeyDraft>({ ...EMPTY_HOLDER, expiry: 'never', date: '' });
  // Of one moment, so that two quick clicks ask for the same key and get one.
  const [opened] = useState(() => new Date());
  const create = useMutation({
    mutationFn: createKey,
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
  const { at, rest } = fieldErrors(create.error, wishesOf(draft, opened));
  const change = (changes: Partial<KeyDraft>) => setDraft({ ...draft, ...changes });

  function submit(event: FormEvent) {
    event.preventDefault();
    create.mutate(wishesOf(draft, opened));
  }

  if (create.data) return <NewKeyShown created={create.data} onClose={onClose} />;
  return (
    <Dialog title="Create New API Key" onClose={onClose}>
      <form className={classes.stack} onSubmit={submit}>
        <NameField draft={draft} onChange={change} errors={at} />
        <ModeField draft={draft} onChange={change} />
        <AccessField draft={draft} onChange={change} errors={at} />
        <ExpiryFields draft={draft} onChange={change} error={at.expires_at} />
        <RestrictionFields draft={draft} onChange={change} errors={at} />
        {rest && <FormMessage error={rest} />}
        <div className={classes.buttons}>
          <Button type="submit" loading={create.isPending}>
            Create the key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ExpiryFieldsProps {
  draft: Expiry;
  onChange: (changes: Partial<Expiry>) => void;
  error: string | undefined;
}

function ExpiryFields({ draft, onChange, error }: ExpiryFieldsProps) {
  const isDate = draft.expiry === 'date';
  return (
    <>
      <NativeSelect
        label="Expires"
        value={draft.expiry}
        error={isDate ? undefined : error}
        onChange={(event) => onChange({ expiry: event.currentTarget.value })}
        data={EXPIRIES.map(({ value, label }) => ({ value, label }))}
      />
      {isDate && (
        <TextInput
          label="Last day"
          type="date"
          required
          withAsterisk={false}
          value={draft.date}
          error={error}
          onChange={(event) => onChange({ date: event.currentTarget.value })}
        />
      )}
    </>
  );
}

function wishesOf({ name, mode, access, ips, domains, ...expiry }: KeyDraft, opened: Date): NewKey {
  return {
    ...{ name, mode, scopes: scopesOf(access), expires_at: expiresAt(expiry, opened) },
    ...{ allowed_ips: linesOf(ips), allowed_domains: linesOf(domains) },
  };
}
