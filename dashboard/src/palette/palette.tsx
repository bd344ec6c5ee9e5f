import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { own } from '../../../server/src/base/own.ts';
import { Dialog } from '../base/dialog.tsx';
import classes from './palette.module.css';
import { useCommands } from './use-commands.ts';

/** Finds pages, keywords and actions by typing. Arrow keys choose, Enter runs. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const commands = useCommands(typed);
  const chosen = commands[Math.min(place, commands.length - 1)];

  function run(command: (typeof commands)[number] | undefined) {
    if (!command) return;
    onClose();
    command.run();
  }

  function press(event: KeyboardEvent) {
    const step = own({ ArrowDown: 1, ArrowUp: -1 }, event.key);
    if (event.key === 'Enter') run(chosen);
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step) setPlace((at) => (Math.min(at, commands.length - 1) + step + commands.length) % commands.length);
  }

  return (
    <Dialog title="Search" onClose={onClose}>
      <TextInput
        role="combobox"
        aria-label="Search pages, keywords and actions"
        placeholder="Pages, keywords and actions"
        aria-expanded
        aria-autocomplete="list"
        aria-controls="commands"
        aria-activedescendant={chosen && `command ${chosen.id}`}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={press}
      />
      <div id="commands" className={classes.commands} role="listbox" aria-label="Results">
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and the keys
          <div
            key={command.id}
            id={`command ${command.id}`}
            role="option"
            aria-selected={command === chosen}
            ref={(element) => {
              if (command === chosen) element?.scrollIntoView({ block: 'nearest' });
            }}
            onMouseMove={() => setPlace(index)}
            onClick={() => run(command)}
          >
            <bdi>{command.label}</bdi>
            <small>{command.kind}</small>
          </div>
        ))}
      </div>
      {commands.length === 0 && <p className={classes.none}>No results</p>}
    </Dialog>
  );
}
