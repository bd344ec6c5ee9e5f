import { VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { CHANGES_NOTHING } from '../api/query-client.ts';
import { request } from '../api/request.ts';
import { SESSION_KEY } from '../api/session.ts';
import { Icon } from '../base/icons.tsx';
import { type Mode, useMode } from '../base/mode.ts';
import { pageOf } from '../base/pages.ts';
import { useSession } from '../base/session-context.ts';
import { Disclosure } from './disclosure.tsx';
import classes from './workspace-menu.module.css';

const MODES: { mode: Mode; name: string; note: string }[] = [
  { mode: 'test', name: 'Test', note: 'Sandbox with simulated answers' },
  { mode: 'live', name: 'Live', note: 'Your brand on real platforms' },
];

/** Which account and workspace is shown. Switches between test and live, and signs out. */
export function WorkspaceMenu() {
  const { account, member } = useSession();
  const mode = useMode();
  const face = () => (
    <>
      <VisuallyHidden>Workspace: </VisuallyHidden>
      <img src="/favicon.svg" alt="" width={26} height={26} />
      <bdi className={classes.name}>{account.name}</bdi>
      <span className={classes.mode} data-mode={mode}>
        {mode === 'live' ? 'Live' : 'Test'}
      </span>
      <Icon name="unfold" size={14} />
    </>
  );
  return (
    <Disclosure className={classes.button} face={face}>
      {(close) => (
        <div className={classes.items}>
          <Modes shown={mode} onChosen={close} />
          <p className={classes.who}>
            <bdi>{member?.email ?? account.name}</bdi> · <span className={classes.plan}>{account.plan}</span> plan
          </p>
          <Link to="/settings/account" className={classes.item} onClick={close}>
            Your account
          </Link>
          <SignOut />
        </div>
      )}
    </Disclosure>
  );
}

function Modes({ shown, onChosen }: { shown: Mode; onChosen: () => void }) {
  const navigate = useNavigate();
  const page = useLocation({ select: ({ pathname }) => pageOf(pathname) });
  return MODES.map(({ mode, name, note }) => (
    <button
      key={mode}
      type="button"
      className={classes.item}
      aria-pressed={mode === shown}
      onClick={() => {
        onChosen();
        // Keywords and filters do not exist in the other workspace, so only the page is kept.
        void navigate({ to: page, search: { mode: mode === 'live' ? 'live' : undefined } });
      }}
    >
      <span>
        {name}
        <small>{note}</small>
      </span>
      {mode === shown && <Icon name="check" size={14} />}
    </button>
  ));
}

function SignOut() {
  const client = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => request('DELETE /session', {}),
    meta: CHANGES_NOTHING,
    onSuccess: () => {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
      client.setQueryData(SESSION_KEY, 'signed-out');
    },
  });
  return (
    <button type="button" className={classes.item} disabled={signOut.isPending} onClick={() => signOut.mutate()}>
      {signOut.isError ? `Couldn’t sign out: ${signOut.error.message}` : 'Sign out'}
    </button>
  );
}
