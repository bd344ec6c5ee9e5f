import { Tabs } from '@mantine/core';
import { Command } from '../base/command.tsx';
import type { Example } from './examples.ts';

/** The same example in several languages. */
export function CodeTabs({ label, examples }: { label: string; examples: Example[] }) {
  return (
    <Tabs defaultValue={examples[0]?.language ?? null}>
      <Tabs.List aria-label={label} mb={12}>
        {examples.map(({ language }) => (
          <Tabs.Tab key={language} value={language}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {examples.map(({ language, code }) => (
        <Tabs.Panel key={language} value={language}>
          <Command text={code} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
