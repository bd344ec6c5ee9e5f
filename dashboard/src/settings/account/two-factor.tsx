import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { OwnAccount } from '../../api/people.ts';
import { request } from '../../api/request.ts';
import { FormDialog } from '../../base/form-dialog.tsx';
import { formatCount } from '../../base/format.ts';
import { CurrentPassword } from '../../base/password-fields.tsx';
import { useServerForm } from '../../base/server-form.ts';
import { Section } from '../section.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';

/** Settings → Account: a code of an authenticator app in addition to the password. */
export function TwoFactor({ own }: { own: OwnAccount }) {
  const [isOpen, setOpen] = useState(false);
  const { has_two_factor: isOn, recovery_codes_left: left, needs_current_password: needsPassword } = own;
  const close = () => setOpen(false);
  return (
    <Section title="Two-factor authentication" aside={isOn && <StatusBadge color="green" words="On" />}>
      <Text c="dimmed">
        {isOn
          ? `You sign in with your password and a code. ${formatCount(left, 'recovery code')} left.`
          : 'Asks for a code of an authenticator app in addition to your password.'}
      </Text>
      <div>
        <Button variant="default" onClick={() => setOpen(true)}>
          {isOn ? 'Turn off' : 'Turn on'}
        </Button>
      </div>
      {isOpen && isOn && <TurnOff needsPassword={needsPassword} onClose={close} />}
      {isOpen && !isOn && <TwoFactorSetup needsPassword={needsPassword} onClose={close} />}
    </Section>
  );
}

function TurnOff({ needsPassword, onClose }: { needsPassword: boolean; onClose: () => void }) {
  const form = useServerForm({
    initialValues: { current_password: '' },
    save: (typed) => request('POST /account/two-factor/disable', { body: needsPassword ? typed : {} }),
    onSaved: onClose,
  });
  return (
    <FormDialog title="Turn off two-factor authentication?" action="Turn off" form={form} onClose={onClose}>
      <Text>Your password alone will be enough to sign in. Your recovery codes stop working.</Text>
      {needsPassword && <CurrentPassword label="Current password" {...form.getInputProps('current_password')} />}
    </FormDialog>
  );
}
