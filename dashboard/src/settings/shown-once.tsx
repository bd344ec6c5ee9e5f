import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Command } from '../base/command.tsx';
import classes from './settings.module.css';

interface ShownOnceProps {
  /** What it is: `Your new key`. */
  label: string;
  value: string;
  /** What to do with it. */
  children?: ReactNode;
  onDone: () => void;
}

/** A secret that the server has just made and does not know any more. */
export function ShownOnce({ label, value, children, onDone }: ShownOnceProps) {
  return (
    <div className={classes.stack}>
      <output className={classes.shown}>
        <Text fw={600}>{label}</Text>
        <Command text={value} />
        <Text size="sm">
          Copy it now: it is shown <strong>only this once</strong> and cannot be shown again.
        </Text>
      </output>
      {children}
      <div className={classes.buttons}>
        {/* Not by the second click of a double click on what made the secret. */}
        <Button onClick={({ detail }) => detail < 2 && onDone()}>I have copied it</Button>
      </div>
    </div>
  );
}
