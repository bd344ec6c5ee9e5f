import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changeAccount, type Member } from '../../api/people.ts';
import { FormMessage } from '../../base/form-message.tsx';
import { CurrentPassword } from '../../base/password-fields.tsx';
import { RoleBadge } from '../role-badge.tsx';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';

export function OwnRecordForm({ member, needsPassword }: { member: Member; needsPassword: boolean }) {
  const client = useQueryClient();
  const [name, setName] = useState(member.name);
  const [email, setEmail] = useState(member.email);
  const [password, setPassword] = useState('');
  const asksPassword = needsPassword && email.trim().toLowerCase() !== member.email;
  const save = useMutation({
    mutationFn: changeAccount,
    onSuccess: (saved) => {
      setName(saved.name);
      setEmail(saved.email);
      setPassword('');
      return client.invalidateQueries();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate({ name, email, ...(asksPassword ? { current_password: password } : {}) });
  }

  return (
    <Section title="Name and e-mail" aside={<RoleBadge role={member.role} />}>
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          label="Name"
          autoComplete="name"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="E-mail"
          description={
            member.role === 'owner' ? 'You sign in with it, and notifications go to it.' : 'You sign in with it.'
          }
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {asksPassword && (
          <CurrentPassword
            label="Current password"
            description="Needed to change the e-mail."
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        <FormMessage error={save.error} done={save.isSuccess ? 'Saved.' : undefined} />
        <Button type="submit" variant="default" loading={save.isPending}>
          Save
        </Button>
      </form>
    </Section>
  );
}
