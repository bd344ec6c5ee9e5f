import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../base/states.tsx';

export function NoMentions() {
  return (
    <EmptyState title="No matching mentions">
      <Text c="dimmed">
        Choose a longer range or remove filters. If there are no mentions at all, check that{' '}
        <Link to="/settings/brand">Brand</Link> lists all spellings of your name.
      </Text>
    </EmptyState>
  );
}
