import { Button, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { claimAccount } from '../../api/people.ts';
import { FormMessage } from '../../base/form-message.tsx';
import { NewPassword } from '../../base/password-fields.tsx';
import { Section } from '../section.tsx';
import classes from '../settings.module.css';

/** For who came by the first link: an e-mail and a password to come back with. */
export function ClaimForm() {
  const client = useQueryClient();
  const [chosen, setChosen] = useState({ email: '', name: '', password: '' });
  const claim = useMutation({ mutationFn: claimAccount, onSuccess: () => client.invalidateQueries() });
  const set = (field: keyof typeof chosen) => (event: { currentTarget: { value: string } }) =>
    setChosen({ ...chosen, [field]: event.currentTarget.value });

  function submit(event: FormEvent) {
    event.preventDefault();
    claim.mutate(chosen);
  }

  return (
    <Section title="Come back without a link">
      <Text c="dimmed">
        You are signed in by a link that works once. With an e-mail and a password you become the owner of this account,
        can sign in from anywhere and invite others. Notifications go to this e-mail.
      </Text>
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          maxLength={254}
          value={chosen.email}
          onChange={set('email')}
        />
        <TextInput
          label="Name (optional)"
          description="How others in the account see you."
          autoComplete="name"
          maxLength={100}
          value={chosen.name}
          onChange={set('name')}
        />
        <NewPassword value={chosen.password} onChange={set('password')} />
        <FormMessage error={claim.error} />
        <Button type="submit" loading={claim.isPending}>
          Set e-mail and password
        </Button>
      </form>
    </Section>
  );
}
