import { Button, CloseButton, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { invitationsQuery, invite, type Member, type NewInvitation } from '../../api/people.ts';
import { Command } from '../../base/command.tsx';
import { FormMessage } from '../../base/form-message.tsx';
import { formatDate } from '../../base/format.ts';
import { NO_MAIL_SERVER } from '../../base/mail-words.ts';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';
import { RoleSelect } from './role-select.tsx';

export function InviteForm() {
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Member['role']>('member');
  const invited = useMutation({
    mutationFn: invite,
    onSuccess: () => {
      setEmail('');
      setRole('member');
      return client.invalidateQueries({ queryKey: invitationsQuery.queryKey });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    invited.mutate({ email, role });
  }

  return (
    <Section title="Invite somebody">
      <form className={classes.inline} onSubmit={submit}>
        <TextInput
          className={classes.grow}
          label="E-mail"
          type="email"
          autoComplete="off"
          required
          withAsterisk={false}
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <RoleSelect label="Role" role={role} onChange={setRole} />
        <Button type="submit" loading={invited.isPending}>
          Invite
        </Button>
      </form>
      <Text size="sm" c="dimmed">
        Viewers can only read. Members also change data, webhooks, alerts and reports, and create API keys. Owners also
        manage members and every API key, and read the audit log.
      </Text>
      {invited.error && <FormMessage error={invited.error} />}
      <output>{invited.data && <LinkToSend invitation={invited.data} done={invited.reset} />}</output>
    </Section>
  );
}

function LinkToSend({ invitation, done }: { invitation: NewInvitation; done: () => void }) {
  return (
    <div className={classes.shown}>
      <div className={classes.head}>
        <Text fw={600} className={classes.breakable}>
          {invitation.is_mailed ? 'This link is on its way to' : `Email ${NO_MAIL_SERVER}. Send this link to`}{' '}
          {invitation.email}
        </Text>
        <CloseButton aria-label="Hide the link" onClick={done} />
      </div>
      <Command text={invitation.link} />
      <Text size="sm" c="dimmed">
        It is shown only now, and works once, until {formatDate(invitation.expires_at)}.
      </Text>
    </div>
  );
}
