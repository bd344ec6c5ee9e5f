import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { AnswerTo } from '@visibility/server/contract';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { Command } from '../../base/command.tsx';
import { FormDialog } from '../../base/form-dialog.tsx';
import { CurrentPassword } from '../../base/password-fields.tsx';
import { SecretDialog } from '../../base/secret-dialog.tsx';
import { useServerForm } from '../../base/server-form.ts';
import { QrCode } from './qr-code.tsx';

const TITLE = 'Turn on two-factor authentication';

/** Password, then secret and first code, then recovery codes. */
export function TwoFactorSetup({ needsPassword, onClose }: { needsPassword: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<string[]>();
  const finish = async () => {
    onClose();
    await client.invalidateQueries();
  };
  if (codes) {
    return (
      <SecretDialog
        title="Two-factor authentication is on"
        label="Recovery codes"
        value={codes.join('\n')}
        onClose={finish}
      >
        <Text>Each code works once instead of a code of the app. You need them if you lose your device.</Text>
      </SecretDialog>
    );
  }
  return setup ? (
    <Confirm setup={setup} onCodes={setCodes} onClose={onClose} />
  ) : (
    <Start needsPassword={needsPassword} onSetup={setSetup} onClose={onClose} />
  );
}

type Setup = AnswerTo<'POST /account/two-factor'>;

interface StartProps {
  needsPassword: boolean;
  onSetup: (setup: Setup) => void;
  onClose: () => void;
}

function Start({ needsPassword, onSetup, onClose }: StartProps) {
  const form = useServerForm({
    initialValues: { current_password: '' },
    save: (typed) => request('POST /account/two-factor', { body: needsPassword ? typed : {} }),
    onSaved: onSetup,
  });
  return (
    <FormDialog title={TITLE} action="Continue" form={form} onClose={onClose}>
      <Text>You need an authenticator app on your phone or in your password manager.</Text>
      {needsPassword && <CurrentPassword label="Current password" {...form.getInputProps('current_password')} />}
    </FormDialog>
  );
}

interface ConfirmProps {
  setup: Setup;
  onCodes: (codes: string[]) => void;
  onClose: () => void;
}

function Confirm({ setup: { secret, uri }, onCodes, onClose }: ConfirmProps) {
  const form = useServerForm({
    initialValues: { code: '' },
    save: (body) => request('POST /account/two-factor/confirm', { body }),
    changesNothing: true,
    onSaved: ({ recovery_codes: codes }) => onCodes(codes),
  });
  return (
    <FormDialog title={TITLE} action="Turn on" form={form} onClose={onClose}>
      <Text>Scan this code with the app, or enter the key.</Text>
      <QrCode text={uri} label="QR code for the authenticator app" />
      <Command text={secret} />
      <TextInput
        label="Code"
        description="The six digits that the app shows."
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        data-autofocus
        {...form.getInputProps('code')}
      />
    </FormDialog>
  );
}
