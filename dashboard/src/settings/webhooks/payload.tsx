import { Button, CopyButton } from '@mantine/core';
import type { DeliveryDetail } from '../../api/webhooks.ts';
import { RawText } from '../raw-text.tsx';
import { Section } from '../section.tsx';

export function Payload({ payload }: { payload: DeliveryDetail['payload'] }) {
  return (
    <Section title="Payload" aside={<Copy text={JSON.stringify(payload)} />}>
      <RawText text={JSON.stringify(payload, null, 2)} label="Payload, formatted" />
    </Section>
  );
}

/** Copies the payload exactly as sent, without formatting. */
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
