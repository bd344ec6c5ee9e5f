import { ActionIcon, Badge, Tooltip } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { endSession, SESSION_KEY } from '../api/session.ts';
import { Icon } from '../base/icons.tsx';
import { useSession } from '../base/session-context.ts';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import classes from './header.module.css';
import { ModeSwitch } from './mode-switch.tsx';

export function Header() {
  const { account } = useSession();
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <Link to="/" className={classes.product}>
          <img src="/favicon.svg" alt="" width={26} height={26} />
          <span>Visibility</span>
        </Link>
        <span className={classes.account}>
          <span className={classes.name}>{account.name}</span>
          <Badge variant="default" size="sm" radius="sm" tt="capitalize" fw={500}>
            {account.plan}
          </Badge>
        </span>
        <ModeSwitch />
        <ColorSchemeSwitch />
        <SignOut />
      </div>
    </header>
  );
}

function SignOut() {
  const client = useQueryClient();
  const signOut = useMutation({
    mutationFn: endSession,
    onSuccess: () => {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
      client.setQueryData(SESSION_KEY, 'signed-out');
    },
  });
  const label = signOut.isError ? `Not signed out: ${signOut.error.message}` : 'Sign out';
  return (
    <Tooltip label={label} color={signOut.isError ? 'red' : undefined}>
      <ActionIcon
        variant="default"
        size={34}
        aria-label={label}
        loading={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        <Icon name="leave" />
      </ActionIcon>
    </Tooltip>
  );
}
