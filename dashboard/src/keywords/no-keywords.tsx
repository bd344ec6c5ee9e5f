import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMode } from '../base/mode.ts';
import { MemberOnly } from '../base/role.tsx';
import { EmptyState } from '../base/states.tsx';
import { useKeywordFilter } from './keyword-filter.ts';

/** Explains why the list is empty and what to do. */
export function NoKeywords({ add }: { add: () => void }) {
  const mode = useMode();
  const { isFiltered, change } = useKeywordFilter();

  if (isFiltered) {
    return (
      <EmptyState title="No matching keywords">
        <Text c="dimmed">Change the search or remove filters.</Text>
        <Button
          variant="default"
          onClick={() => change({ q: undefined, tag: undefined, platform: undefined, status: undefined })}
        >
          Show all keywords
        </Button>
      </EmptyState>
    );
  }
  if (mode === 'live') {
    return (
      <EmptyState title="Your live workspace is empty">
        <Text c="dimmed">Set up your brand, competitors and keywords. You see the cost before anything runs.</Text>
        <MemberOnly>
          <Button component={Link} to="/start">
            Set up your workspace
          </Button>
        </MemberOnly>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="The sandbox has no keywords">
      <Text c="dimmed">Add topics that customers ask AI assistants about. The sandbox costs nothing.</Text>
      <MemberOnly>
        <Button onClick={add}>Add keywords</Button>
      </MemberOnly>
    </EmptyState>
  );
}
