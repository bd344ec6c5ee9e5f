import { Button, PasswordInput, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { setPlatformKey } from '../../api/platforms.ts';
import { Dialog } from '../../base/dialog.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { useMode } from '../../base/mode.ts';
import classes from './platforms.module.css';

interface KeyDialogProps {
  platform: string;
  name: string;
  onClose: () => void;
  onSaved: () => void;
}

/** A key goes in and never comes out again. */
export function KeyDialog({ platform, name, onClose, onSaved }: KeyDialogProps) {
  const mode = useMode();
  const [key, setKey] = useState('');
  const saved = useMutation({
    mutationFn: () => setPlatformKey(mode, platform, key),
    onSuccess: () => {
      onSaved();
      onClose();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!saved.isPending) saved.mutate();
  }
  return (
    <Dialog title={`Set a key for ${name}`} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <Text size="sm">
          Create an API key in your account at {name} and paste it here. It is stored sealed and never shown again;
          questions to {name} are paid from that account.
        </Text>
        <PasswordInput
          label="API key"
          required
          withAsterisk={false}
          maxLength={500}
          autoComplete="off"
          value={key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
        />
        {saved.error && <FormMessage error={saved.error} />}
        <Button type="submit" loading={saved.isPending}>
          Save and check it
        </Button>
      </form>
    </Dialog>
  );
}
