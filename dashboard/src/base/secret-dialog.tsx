import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Command } from './command.tsx';
import { Dialog } from './dialog.tsx';
import classes from './secret-dialog.module.css';

interface SecretDialogProps {
  title: string;
  /** Name of the secret: `Your new API key`. */
  label: string;
  value: string;
  /** Related values that are not secret. */
  lead?: ReactNode;
  /** How to use it. */
  children?: ReactNode;
  onClose: () => void;
}

/** Shows a new secret once. Asks for confirmation before it closes. */
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
              Copy it now. You <strong>won’t be able to see it again</strong>.
            </Text>
          </output>
          {children}
          <div className={classes.buttons}>
            {/* Ignores the second click of a double click on the button that created the secret. */}
            <Button onClick={({ detail }) => detail < 2 && onClose()}>Done</Button>
          </div>
        </div>
      </Dialog>
      {isAsking && <ConfirmClose onKeep={() => setAsking(false)} onClose={onClose} />}
    </>
  );
}

function ConfirmClose({ onKeep, onClose }: { onKeep: () => void; onClose: () => void }) {
  return (
    // `onLeave` closes this dialog synchronously, so that another Escape opens it again.
    <Dialog title="Did you save it?" onClose={onKeep} onLeave={onKeep}>
      <div className={classes.stack}>
        <Text>You won’t be able to see it again.</Text>
        <div className={classes.buttons}>
          <Button variant="default" data-autofocus onClick={onKeep}>
            Keep open
          </Button>
          <Button variant="default" onClick={onClose}>
            Discard
          </Button>
          <Button onClick={onClose}>I saved it</Button>
        </div>
      </div>
    </Dialog>
  );
}
