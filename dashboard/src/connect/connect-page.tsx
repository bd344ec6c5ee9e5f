import { Button, Skeleton, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BodyOf } from '@visibility/server/contract';
import { useState } from 'react';
import { CHANGES_NOTHING } from '../api/query-client.ts';
import { request } from '../api/request.ts';
import { FormMessage } from '../base/form-message.tsx';
import { Page } from '../base/page.tsx';
import { useServerForm } from '../base/server-form.ts';
import { EmptyState } from '../base/states.tsx';
import { useRead } from '../base/use-read.ts';
import { AccessField, ModeField } from '../settings/holder-fields.tsx';
import { Section } from '../settings/section.tsx';
import classes from '../settings/settings.module.css';

type ConnectAnswer = BodyOf<'POST /connect'>;

/** Lets a person connect the assistant that opened this page, or refuse. */
export function ConnectPage() {
  // Kept from the first render: moving between workspaces changes the address.
  const [sealed] = useState(() => new URLSearchParams(window.location.search).get('request') ?? '');
  const asked = useRead('GET /connect', { query: { request: sealed }, enabled: sealed !== '', retry: false });
  const problem =
    sealed === '' ? 'The assistant is not registered here, or sent a wrong request.' : asked.error?.message;
  return (
    <Page title="Connect an assistant">
      {problem && (
        <EmptyState title="The assistant can’t be connected">
          <Text>{problem}</Text>
          <Link to="/">Go to Overview</Link>
        </EmptyState>
      )}
      {!problem && !asked.data && <Skeleton height={260} radius={12} aria-label="Loading" role="status" />}
      {!problem && asked.data && <Consent sealed={sealed} {...asked.data} />}
    </Page>
  );
}

interface ConsentProps {
  sealed: string;
  name: string;
  sends_to: string;
  scopes: ConnectAnswer['scopes'];
}

function Consent({ sealed, name, sends_to: target, scopes }: ConsentProps) {
  const form = useServerForm({
    initialValues: { mode: 'live', scopes: 'read' },
    save: ({ mode, scopes: access }) =>
      request('POST /connect', { body: { ...answer(mode, access), request: sealed, allow: true } }),
    onSaved: leave,
    changesNothing: true,
  });
  const refusal = useMutation({
    mutationFn: () => request('POST /connect', { body: { ...answer('live', 'read'), request: sealed, allow: false } }),
    onSuccess: leave,
    meta: CHANGES_NOTHING,
  });
  return (
    <Section title={`${name} asks for access`}>
      <Text>
        It will act for you through MCP. You will be sent to <strong>{target}</strong>. Continue only if you started
        this there: the name is not verified.
      </Text>
      <form className={classes.form} onSubmit={form.submit}>
        <ModeField form={form} />
        {scopes.includes('write') && <AccessField form={form} />}
        <FormMessage error={form.failure ?? refusal.error} />
        <div className={classes.buttons}>
          <Button variant="default" loading={refusal.isPending} onClick={() => refusal.mutate()}>
            Refuse
          </Button>
          <Button type="submit" loading={form.saved.isPending || form.saved.isSuccess}>
            Allow
          </Button>
        </div>
      </form>
    </Section>
  );
}

function answer(mode: string, access: string): Pick<ConnectAnswer, 'mode' | 'scopes'> {
  return { mode: mode === 'test' ? 'test' : 'live', scopes: access === 'write' ? ['read', 'write'] : ['read'] };
}

function leave({ redirect_to: place }: { redirect_to: string }): void {
  window.location.assign(place);
}
