import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMode } from '../base/mode.ts';
import { MemberOnly } from '../base/role.tsx';
import { useSession } from '../base/session-context.ts';
import { EmptyState } from '../base/states.tsx';
import { useKeywordFilter } from './keyword-filter.ts';

/** Why the list is empty and what to do about it. */
export function NoKeywords({ add }: { add: () => void }) {
  const mode = useMode();
  const { sandbox } = useSession();
  const { isFiltered, change } = useKeywordFilter();

  if (isFiltered) {
    return (
      <EmptyState title="No keyword matches">
        <Text c="dimmed">Nothing here fits what you are looking for.</Text>
        <Button
          variant="default"
          onClick={() => change({ q: undefined, tag: undefined, platform: undefined, status: undefined })}
        >
          Show all keywords
        </Button>
      </EmptyState>
    );
  }
  if (mode === 'test' && sandbox.status === 'seeding') {
    return (
      <EmptyState title="Generating demo data">
        <Text c="dimmed">The first keywords and their history appear here in a moment.</Text>
      </EmptyState>
    );
  }
  if (mode === 'live') {
    return (
      <EmptyState title="Your live workspace is empty">
        <Text c="dimmed">
          Name your brand, your competitors and your keywords. You see what it costs before anything is asked.
        </Text>
        <MemberOnly>
          <Button component={Link} to="/start">
            Set it up
          </Button>
        </MemberOnly>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="The sandbox has no keywords">
      <Text c="dimmed">Add something a customer would ask an assistant. Asking costs nothing here.</Text>
      <MemberOnly>
        <Button onClick={add}>Add keywords</Button>
      </MemberOnly>
    </EmptyState>
  );
}
