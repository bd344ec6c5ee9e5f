import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type CreatedOauthClient, createOauthClient, oauthClientsQuery } from '../../api/oauth-clients.ts';
import { Command } from '../../base/command.tsx';
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
import { SecretDialog } from '../secret-dialog.tsx';
import classes from '../settings.module.css';

export function CreateOauthClient({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<HolderDraft>(EMPTY_HOLDER);
  const create = useMutation({
    mutationFn: createOauthClient,
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: oauthClientsQuery.queryKey }),
  });
  const { at, rest } = fieldErrors(create.error, wishesOf(draft));
  const change = (changes: Partial<HolderDraft>) => setDraft({ ...draft, ...changes });

  function submit(event: FormEvent) {
    event.preventDefault();
    create.mutate(wishesOf(draft));
  }

  if (create.data) return <NewClientShown created={create.data} onClose={onClose} />;
  return (
    <Dialog title="Create OAuth client" onClose={onClose}>
      <form className={classes.stack} onSubmit={submit}>
        <NameField draft={draft} onChange={change} errors={at} />
        <ModeField draft={draft} onChange={change} />
        <AccessField draft={draft} onChange={change} errors={at} />
        <RestrictionFields draft={draft} onChange={change} errors={at} />
        {rest && <FormMessage error={rest} />}
        <div className={classes.buttons}>
          <Button type="submit" loading={create.isPending}>
            Create the client
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function NewClientShown({ created, onClose }: { created: CreatedOauthClient; onClose: () => void }) {
  const token = `curl ${location.origin}/oauth/token \\\n  -u '${created.client_id}:${created.client_secret}' \\\n  -d grant_type=client_credentials`;
  return (
    <SecretDialog
      title={`Client “${created.name}” is ready`}
      label="Client secret"
      value={created.client_secret}
      lead={<ClientId id={created.client_id} />}
      onClose={onClose}
    >
      <Text size="sm">This gets a token, to be sent like a key: Authorization: Bearer …</Text>
      <Command text={token} />
    </SecretDialog>
  );
}

function ClientId({ id }: { id: string }) {
  return (
    <div>
      <Text fw={600} mb={6}>
        Client id
      </Text>
      <Command text={id} />
    </div>
  );
}

function wishesOf({ name, mode, access, ips, domains }: HolderDraft) {
  return {
    ...{ name, mode, scopes: scopesOf(access) },
    ...{ allowed_ips: linesOf(ips), allowed_domains: linesOf(domains) },
  };
}
