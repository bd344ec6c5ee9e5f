import { Text } from '@mantine/core';
import { useSession } from './session-context.ts';

/** Shown where recipients are entered, if nothing can be sent. */
export function MailNotice() {
  if (useSession().sends_email) return null;
  return (
    <Text size="sm" c="var(--warn-ink)">
      No mail server is configured yet. Emails wait until there is one.
    </Text>
  );
}
