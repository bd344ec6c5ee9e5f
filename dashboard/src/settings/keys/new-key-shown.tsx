import { Text } from '@mantine/core';
import type { CreatedKey } from '../../api/keys.ts';
import { Command } from '../../base/command.tsx';
import { SecretDialog } from '../secret-dialog.tsx';
import classes from '../settings.module.css';

export function NewKeyShown({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  return (
    <SecretDialog
      title={`API key “${created.name}” created`}
      label="Your new API key"
      value={created.key}
      onClose={onClose}
    >
      <div className={classes.stack}>
        <Text size="sm">Try it in a terminal:</Text>
        <Command text={`curl ${location.origin}/api/v1/visibility \\\n  -H 'Authorization: Bearer ${created.key}'`} />
      </div>
    </SecretDialog>
  );
}
