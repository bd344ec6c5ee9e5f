import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import classes from './command.module.css';
import { Icon } from './icons.tsx';

/** Something to type elsewhere, with a button that copies it. */
export function Command({ text }: { text: string }) {
  return (
    <div className={classes.command}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long command scrolls, and without a stop the keyboard cannot */}
      <pre tabIndex={0}>{text}</pre>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <ActionIcon variant="subtle" color="gray" aria-label={copied ? 'Copied' : 'Copy'} onClick={copy}>
              <Icon name={copied ? 'check' : 'copy'} />
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
