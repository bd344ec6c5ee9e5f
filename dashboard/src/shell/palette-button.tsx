import { useHotkeys } from '@mantine/hooks';
import { type ComponentType, useState } from 'react';
import { Icon } from '../base/icons.tsx';
import { reloadIfServed } from '../base/lazy-page.ts';
import classes from './palette-button.module.css';

const KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

/** Opens the command palette, also by ⌘K or Ctrl+K. Its code is loaded when it is first opened. */
export function PaletteButton() {
  const [Palette, setPalette] = useState<ComponentType<{ onClose: () => void }>>();
  const [isOpen, setOpen] = useState(false);
  useHotkeys([['mod+K', () => void open()]], []);

  async function open() {
    try {
      const { Palette: loaded } = await import('../palette/palette.tsx');
      setPalette(() => loaded);
      setOpen(true);
    } catch {
      // After an upgrade the file has another name, which a reload finds.
      await reloadIfServed();
    }
  }

  return (
    <>
      <button type="button" className={classes.button} aria-keyshortcuts="Meta+K Control+K" onClick={() => void open()}>
        <Icon name="search" />
        <span className={classes.text}>Search</span>
        <kbd className={classes.key}>{KEY}</kbd>
      </button>
      {Palette && isOpen && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}
