import type { EventWithEvidence } from '../api/events.ts';
import { Dialog } from '../base/dialog.tsx';
import { Waiting } from '../base/states.tsx';
import { useRead } from '../base/use-read.ts';
import { visibleText } from '../base/visible-text.ts';
import { AlertEvidence } from './alert-evidence.tsx';
import { ChangeEvidence } from './change-evidence.tsx';
import { describeMove } from './describe-move.ts';

/** Shows the evidence for a change or an alert. */
export function EvidenceDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const result = useRead('GET /:mode/events/:event_id', { params: { event_id: eventId } });
  const { data } = result;
  // The API does not define the type of `evidence`.
  const event = data as EventWithEvidence | undefined;
  return (
    <Dialog isWide title={event ? visibleText(describeMove(event)) : 'Why did this change?'} onClose={onClose}>
      {event && <Evidence event={event} />}
      <Waiting result={result} height={260} />
    </Dialog>
  );
}

function Evidence({ event }: { event: EventWithEvidence }) {
  return event.type === 'alert.triggered' ? <AlertEvidence event={event} /> : <ChangeEvidence event={event} />;
}
