import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Command } from '../base/command.tsx';
import { Dialog } from '../base/dialog.tsx';
import classes from './settings.module.css';

interface SecretDialogProps {
  title: string;
  /** What it is: `Your new key`. */
  label: string;
  value: string;
  /** What belongs to it and is not secret. */
  lead?: ReactNode;
  /** What to do with it. */
  children?: ReactNode;
  onClose: () => void;
}

/** A secret that the server has just made and cannot show again: it is closed only after a question. */
export function SecretDialog({ title, label, value, lead, children, onClose }: SecretDialogProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Dialog title={title} onClose={onClose} onLeave={() => setAsking(true)}>
        <div className={classes.stack}>
          {lead}
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
            <Button onClick={({ detail }) => detail < 2 && onClose()}>Done</Button>
          </div>
        </div>
      </Dialog>
      {isAsking && <Question onKeep={() => setAsking(false)} onClose={onClose} />}
    </>
  );
}

function Question({ onKeep, onClose }: { onKeep: () => void; onClose: () => void }) {
  return (
    // `onLeave` too: it takes the question away at once, so an Escape right after the first one asks again.
    <Dialog title="Have you saved it?" onClose={onKeep} onLeave={onKeep}>
      <div className={classes.stack}>
        <Text>It cannot be shown again.</Text>
        <div className={classes.buttons}>
          <Button variant="default" data-autofocus onClick={onKeep}>
            Keep open
          </Button>
          <Button variant="default" onClick={onClose}>
            Discard
          </Button>
          <Button onClick={onClose}>I have saved it</Button>
        </div>
      </div>
    </Dialog>
  );
}
