import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Icon } from '../base/icons.tsx';

export function ColorSchemeSwitch() {
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
