import { Badge } from '@mantine/core';

/** A state in a word, with a dot of its colour; never cut, however narrow the column. */
export function StatusBadge({ color, words }: { color: string; words: string }) {
  return (
    <Badge variant="dot" color={color} radius="sm" tt="none" fw={500} miw="max-content">
      {words}
    </Badge>
  );
}
