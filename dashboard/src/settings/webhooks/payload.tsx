import { Button, CopyButton } from '@mantine/core';
import type { DeliveryDetail } from '../../api/webhooks.ts';
import { RawText } from '../raw-text.tsx';
import { Section } from '../section.tsx';

export function Payload({ payload }: { payload: DeliveryDetail['payload'] }) {
  return (
    <Section title="Payload" aside={<Copy text={JSON.stringify(payload)} />}>
      <RawText text={JSON.stringify(payload, null, 2)} label="The event as it was sent, with line breaks added" />
    </Section>
  );
}

/** The bytes as they are sent, without the line breaks of the page. */
function Copy({ text }: { text: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" size="xs" onClick={copy}>
          {copied ? 'Copied' : 'Copy as sent'}
        </Button>
      )}
    </CopyButton>
  );
}
