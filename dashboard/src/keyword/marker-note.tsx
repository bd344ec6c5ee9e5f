import { Text } from '@mantine/core';
import type { EventMarker } from '../api/events.ts';
import { describeMarker } from './describe-marker.ts';

/** Other reasons for a change than visibility. */
export function MarkerNote({ markers }: { markers: EventMarker[] }) {
  if (markers.length === 0) return null;
  return (
    <Text size="sm" role="note">
      The measurement changed in this time, which may be the reason: <bdi>{markers.map(describeMarker).join('; ')}</bdi>
      .
    </Text>
  );
}
