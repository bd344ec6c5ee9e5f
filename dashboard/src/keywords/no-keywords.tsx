import { Button, Text } from '@mantine/core';
import { Command } from '../base/command.tsx';
import { useMode } from '../base/mode.ts';
import { useSession } from '../base/session-context.ts';
import { EmptyState } from '../base/states.tsx';
import { useKeywordFilter } from './keyword-filter.ts';

/** Why the list is empty and what to do about it. */
export function NoKeywords({ total }: { total: number }) {
  const mode = useMode();
  const { sandbox } = useSession();
  const { filter, change } = useKeywordFilter();

  if (total > 0) {
    return (
      <EmptyState title="There is nothing on this page">
        <Button variant="default" onClick={() => change({ page: undefined })}>
          Go to the first page
        </Button>
      </EmptyState>
    );
  }
  if (filter.q || filter.tag) {
    return (
      <EmptyState title="No keyword matches">
        <Text c="dimmed">Nothing here fits what you are looking for.</Text>
        <Button variant="default" onClick={() => change({ q: undefined, tag: undefined })}>
          Show all keywords
        </Button>
      </EmptyState>
    );
  }
  if (mode === 'test' && sandbox.status === 'seeding') {
    return (
      <EmptyState title="The sandbox is being filled">
        <Text c="dimmed">The first keywords and their history appear here in a moment.</Text>
      </EmptyState>
    );
  }
  return <AddFirstKeyword mode={mode} />;
}

function AddFirstKeyword({ mode }: { mode: 'live' | 'test' }) {
  return (
    <EmptyState title={mode === 'live' ? 'Your live workspace is empty' : 'The sandbox has no keywords'}>
      <Text>1. Create a key that may write. Run this in the server’s folder; it prints the key:</Text>
      <Command text={`npx visibility keys create --mode ${mode} --scope read,write`} />
      <Text>2. Add the first keyword, something a customer would ask an assistant:</Text>
      <Command text={addKeywordCommand(mode)} />
      <Text c="dimmed">It appears here after its first questions are answered.</Text>
    </EmptyState>
  );
}

function addKeywordCommand(mode: 'live' | 'test'): string {
  return [
    `curl -X POST ${location.origin}/api/v1/keywords \\`,
    `  -H "Authorization: Bearer svc_${mode}_…" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '{"keyword": "best running shoes"}'`,
  ].join('\n');
}
