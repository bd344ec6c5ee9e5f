import { ActionIcon, Badge, Tooltip } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { endSession, SESSION_KEY } from '../api/session.ts';
import { Icon } from '../base/icons.tsx';
import { useRole } from '../base/role.tsx';
import { useSession } from '../base/session-context.ts';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import classes from './header.module.css';
import { Menu } from './menu.tsx';
import { ModeSwitch } from './mode-switch.tsx';

/** The header of every page. It contains the menu on screens without a sidebar. */
export function Header({ withMenu }: { withMenu: boolean }) {
  const { account } = useSession();
  const role = useRole();
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        {withMenu && <Menu />}
        {withMenu && <ProductLink />}
        <span className={classes.account}>
          <bdi className={classes.name}>{account.name}</bdi>
          <Badge variant="default" size="sm" radius="sm" tt="capitalize" fw={500}>
            {account.plan}
          </Badge>
          {role === 'viewer' && (
            <Badge variant="light" size="sm" radius="sm" tt="none" fw={500} miw="max-content">
              Viewer (read-only)
            </Badge>
          )}
        </span>
        <ModeSwitch />
        <ColorSchemeSwitch />
        <SignOut />
      </div>
    </header>
  );
}

export function ProductLink() {
  return (
    <Link to="/" search={{}} className={classes.product}>
      <img src="/favicon.svg" alt="" width={26} height={26} />
      <span>Visibility</span>
    </Link>
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
  const label = signOut.isError ? `Couldn’t sign out: ${signOut.error.message}` : 'Sign out';
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
