import { Badge } from '@mantine/core';

/** A status with a colored dot. Never truncated. */
export function StatusBadge({ color, words }: { color: string; words: string }) {
  return (
    <Badge variant="dot" color={color} radius="sm" tt="none" fw={500} miw="max-content">
      {words}
    </Badge>
  );
}
