import { Button, CloseButton, Text } from '@mantine/core';
import type { Member, NewInvitation } from '../../api/people.ts';
import { request } from '../../api/request.ts';
import { Command } from '../../base/command.tsx';
import { EmailField } from '../../base/email-field.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { formatDate } from '../../base/format.ts';
import { NO_MAIL_SERVER } from '../../base/mail-words.ts';
import { useServerForm } from '../../base/server-form.ts';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';
import { RoleSelect } from './role-select.tsx';

export function InviteForm() {
  const initialValues: { email: string; role: Member['role'] } = { email: '', role: 'member' };
  const form = useServerForm({
    initialValues,
    save: (body) => request('POST /members/invitations', { body }),
    onSaved: () => void form.reset(),
  });
  return (
    <Section title="Invite a teammate">
      <form className={classes.inline} onSubmit={form.submit}>
        <EmailField className={classes.grow} autoComplete="off" {...form.getInputProps('email')} />
        <RoleSelect label="Role" role={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
        <Button type="submit" loading={form.saved.isPending}>
          Invite
        </Button>
      </form>
      <Text size="sm" c="dimmed">
        Viewers have read-only access. Members can also change data, webhooks, alerts and reports, and create API keys.
        Owners can also manage members and all API keys, and read the audit log.
      </Text>
      {form.failure && <FormMessage error={form.failure} />}
      <output>{form.saved.data && <LinkToSend invitation={form.saved.data} done={form.saved.reset} />}</output>
    </Section>
  );
}

function LinkToSend({ invitation, done }: { invitation: NewInvitation; done: () => void }) {
  return (
    <div className={classes.shown}>
      <div className={classes.head}>
        <Text fw={600} className={classes.breakable}>
          {invitation.is_mailed ? 'We are emailing this link to' : `Email ${NO_MAIL_SERVER}. Send this link to`}{' '}
          {invitation.email}
        </Text>
        <CloseButton aria-label="Hide link" onClick={done} />
      </div>
      <Command text={invitation.link} />
      <Text size="sm" c="dimmed">
        You won’t be able to see it again. It works once and expires on {formatDate(invitation.expires_at)}.
      </Text>
    </div>
  );
}
