import { Button, Text } from '@mantine/core';
import { visibleText } from '../base/visible-text.ts';
import classes from './start.module.css';

interface SuggestionsProps {
  /** Where they come from. */
  label: string;
  names: string[];
  onAdd: (name: string) => void;
}

export function Suggestions({ label, names, onAdd }: SuggestionsProps) {
  if (names.length === 0) return null;
  return (
    <div className={classes.file}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {names.map((name) => (
        <Button key={name} size="compact-sm" variant="default" onClick={() => onAdd(name)}>
          +&nbsp;<bdi>{visibleText(name)}</bdi>
        </Button>
      ))}
    </div>
  );
}
