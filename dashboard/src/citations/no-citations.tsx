import { Text } from '@mantine/core';
import { EmptyState } from '../base/states.tsx';

export function NoCitations() {
  return (
    <EmptyState title="No matching citations">
      <Text c="dimmed">Choose a longer range or remove filters. Some assistants don’t cite sources.</Text>
    </EmptyState>
  );
}
