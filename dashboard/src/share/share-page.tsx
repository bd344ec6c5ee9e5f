import { Loader, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CHANGES_NOTHING } from '../api/query-client.ts';
import { request } from '../api/request.ts';
import { enterShared } from '../api/shared.ts';
import { urlOf } from '../base/views/page-view.ts';
import classes from '../sign-in/sign-in-card.module.css';

/** Target of `/share#token`. Browsers do not send fragments, so the token is not logged. */
export function SharePage() {
  useDocumentTitle('Shared page · Visibility');
  const { history } = useRouter();
  const client = useQueryClient();
  const { mutate, error } = useMutation({
    mutationFn: (token: string) => request('POST /share', { body: { token } }),
    meta: CHANGES_NOTHING,
    onSuccess: ({ page, filters, mode }) => {
      enterShared();
      // What another account loaded in this tab must not be shown.
      client.clear();
      history.replace(urlOf({ page, filters }, mode));
    },
  });
  useEffect(() => mutate(location.hash.slice(1) || 'none'), [mutate]);
  return (
    <main className={classes.page}>
      <div className={`card ${classes.box}`}>
        <img src="/favicon.svg" alt="" width={44} height={44} />
        {error ? <Failed error={error} /> : <Loader aria-label="Opening the shared page" />}
      </div>
    </main>
  );
}

function Failed({ error }: { error: Error }) {
  return (
    <>
      <Title order={1} size="h2">
        This link doesn’t work
      </Title>
      <Text role="alert">{error.message}</Text>
    </>
  );
}
