import { Button, Text } from '@mantine/core';
import { formatCount } from '../base/format.ts';
import classes from './dialogs.module.css';
import type { Outcome } from './use-import.ts';

const SHOWN = 20;

/** The result of adding or importing keywords. */
export function OutcomeOf({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { added, duplicates, refused } = outcome;
  return (
    <div className={classes.form}>
      <Text role="status" fw={600}>
        {formatCount(added, 'keyword')} added.
      </Text>
      {duplicates.length > 0 && (
        <Lines
          title={`${formatCount(duplicates.length, 'keyword')} already tracked (unchanged):`}
          lines={duplicates.map(({ keyword }) => keyword.keyword)}
        />
      )}
      {refused.length > 0 && (
        <Lines
          title={`${formatCount(refused.length, 'keyword')} skipped:`}
          lines={refused.map(({ line, detail }) => `${line.keyword.keyword}: ${detail}`)}
        />
      )}
      <Button onClick={onClose}>Done</Button>
    </div>
  );
}

function Lines({ title, lines }: { title: string; lines: string[] }) {
  return (
    <div>
      <Text size="sm">{title}</Text>
      <ul className={classes.lines}>
        {lines.slice(0, SHOWN).map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
        {lines.length > SHOWN && <li>and {lines.length - SHOWN} more</li>}
      </ul>
    </div>
  );
}
