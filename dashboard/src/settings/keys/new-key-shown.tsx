import { Text } from '@mantine/core';
import type { CreatedKey } from '../../api/keys.ts';
import { Command } from '../../base/command.tsx';
import { Dialog } from '../../base/dialog.tsx';
import classes from '../settings.module.css';
import { ShownOnce } from '../shown-once.tsx';

export function NewKeyShown({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  return (
    <Dialog title={`Key “${created.name}” is ready`} onClose={onClose}>
      <ShownOnce label="Your new key" value={created.key} onDone={onClose}>
        <div className={classes.stack}>
          <Text size="sm">Try it in a terminal:</Text>
          <Command text={`curl ${location.origin}/api/v1/visibility \\\n  -H 'Authorization: Bearer ${created.key}'`} />
        </div>
      </ShownOnce>
    </Dialog>
  );
}
