import { ActionIcon, Badge, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Icon } from '../base/icons.tsx';
import { useRole } from '../base/role.tsx';
import { AlertBell } from './alert-bell.tsx';
import classes from './header.module.css';
import { Menu } from './menu.tsx';
import { PaletteButton } from './palette-button.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';

/** The header of every page. On screens without a sidebar it contains the navigation and the workspace menu. */
export function Header({ withMenu }: { withMenu: boolean }) {
  const role = useRole();
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        {withMenu && <Menu />}
        {withMenu && <WorkspaceMenu />}
        <span className={classes.space}>
          {role === 'viewer' && (
            <Badge variant="light" size="sm" radius="sm" tt="none" fw={500} miw="max-content">
              Viewer (read-only)
            </Badge>
          )}
        </span>
        <PaletteButton />
        <AlertBell />
        <ColorSchemeSwitch />
      </div>
    </header>
  );
}

function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const other = shown === 'light' ? 'dark' : 'light';
  const label = other === 'dark' ? 'Dark mode' : 'Light mode';
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={34} aria-label={label} onClick={() => setColorScheme(other)}>
        <Icon name={other === 'dark' ? 'moon' : 'sun'} />
      </ActionIcon>
    </Tooltip>
  );
}
