import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type ApiKey, changeKey, type KeyChanges, keysQuery } from '../../api/keys.ts';
import { Dialog } from '../../base/dialog.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { fieldErrors, linesOf } from '../field-errors.ts';
import { NameField, RestrictionFields } from '../holder-fields.tsx';
import classes from '../settings.module.css';

export function EditKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState({
    name: apiKey.name,
    ips: apiKey.allowed_ips.join('\n'),
    domains: apiKey.allowed_domains.join('\n'),
  });
  const changes: KeyChanges = {
    name: draft.name,
    allowed_ips: linesOf(draft.ips),
    allowed_domains: linesOf(draft.domains),
  };
  const save = useMutation({
    mutationFn: () => changeKey(apiKey.key_id, changes),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keysQuery.queryKey });
      onClose();
    },
  });
  const { at, rest } = fieldErrors(save.error, changes);

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }

  return (
    <Dialog title={`Edit ${apiKey.name}`} onClose={onClose}>
      <form className={classes.stack} onSubmit={submit}>
        <Text size="sm" c="dimmed">
          Changes act with the key’s next request. Workspace, scopes and expiry stay: for others create a new key.
        </Text>
        <NameField draft={draft} onChange={(more) => setDraft({ ...draft, ...more })} errors={at} />
        <RestrictionFields draft={draft} onChange={(more) => setDraft({ ...draft, ...more })} errors={at} />
        {rest && <FormMessage error={rest} />}
        <div className={classes.buttons}>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
