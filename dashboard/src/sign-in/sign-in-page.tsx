import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { CHANGES_NOTHING } from '../api/query-client.ts';
import { RequestError, request } from '../api/request.ts';
import { forgetSession, sessionQuery } from '../api/session.ts';
import { SignInCard } from './sign-in-card.tsx';

/** Target of the one-time link `/sign-in#token=…`. Browsers do not send fragments, so the token is not logged. */
export function SignInPage() {
  const token = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('token') ?? undefined });
  const problem = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('problem') ?? undefined });
  const signIn = useSignIn(token);
  const session = useQuery({ ...sessionQuery, enabled: !token && signIn.isIdle });

  if (typeof session.data === 'object' && signIn.isIdle && !token) return <Navigate to="/" replace />;
  return (
    <SignInCard
      isWorking={signIn.isPending || (token !== undefined && signIn.isIdle)}
      problem={problem}
      error={signIn.error ?? undefined}
      retry={token ? () => signIn.mutate({ token }) : undefined}
    />
  );
}

function useSignIn(token: string | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const tried = useRef<string>(undefined);
  const signIn = useMutation({
    mutationFn: (body: { token: string }) => request('POST /session', { body }),
    meta: CHANGES_NOTHING,
    onSuccess: async () => {
      await forgetSession(client);
      await navigate({ to: '/', replace: true });
    },
    onError: (error) => {
      if (error instanceof RequestError && error.status === 401) return navigate({ to: '/sign-in', replace: true });
    },
    onSettled: (_data, error) => {
      // If the request failed, the token stays in the address so that a reload retries it.
      if (!error) history.replaceState(history.state, '', location.pathname + location.search);
    },
  });

  const { mutate } = signIn;
  useEffect(() => {
    if (!token || tried.current === token) return;
    tried.current = token;
    mutate({ token });
  }, [token, mutate]);
  return signIn;
}
