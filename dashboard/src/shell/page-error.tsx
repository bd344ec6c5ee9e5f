import { Center, Loader } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { NO_ANSWER } from '../api/request.ts';
import { type LoadFailure, PageNotLoaded, reloadIfServed, reloadOnce } from '../base/lazy-page.ts';
import { ErrorState } from '../base/states.tsx';

const TITLE = 'Couldn’t load this page';

/** Replaces a page that failed. The navigation around it stays. */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter();
  useDocumentTitle(`${TITLE} · Visibility`);
  if (error instanceof PageNotLoaded) return <CodeError error={error} />;
  const shown = error instanceof Error ? error : new Error(String(error));
  return <ErrorState title={TITLE} level={1} error={shown} retry={() => router.invalidate()} />;
}

function CodeError({ error }: { error: PageNotLoaded }) {
  const [failure, setFailure] = useState<LoadFailure>('reloading');
  useEffect(() => {
    void reloadOnce(error.page).then(setFailure);
  }, [error]);
  if (failure === 'reloading') {
    return (
      <Center>
        <Loader aria-label="Loading" />
      </Center>
    );
  }
  const shown = failure === 'unreachable' ? new Error(NO_ANSWER) : error;
  const retry = () => reloadIfServed().then(setFailure);
  return <ErrorState title={TITLE} level={1} error={shown} retry={retry} />;
}
