import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { readOneOf } from '../base/view.ts';
import classes from './keyword-page.module.css';
import { type KeywordView, TABS, useKeywordView } from './keyword-view.ts';

type Tab = (typeof TABS)[number];

const NAMES: Record<Tab, string> = {
  overview: 'Overview',
  prompts: 'Prompts',
  competitors: 'Competitors',
  searches: 'Searches',
  answers: 'Answers',
};

/** The parts of the keyword page. The open one is in the URL, and only that is loaded. */
export function KeywordTabs({ children }: { children: Record<Tab, ReactNode> }) {
  const { view, change } = useKeywordView();
  const open = view.tab ?? usualTab(view);
  return (
    <Tabs value={open} onChange={(tab) => change({ tab: readOneOf(tab, TABS) })} keepMounted={false}>
      <Tabs.List aria-label="Parts of this page" mb={16} className={classes.tabs}>
        {TABS.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {NAMES[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map((tab) => (
        <Tabs.Panel key={tab} value={tab} className={classes.page}>
          {children[tab]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Addresses from before there were tabs have no `tab`. */
function usualTab({ status, named, prompt, page }: KeywordView): Tab {
  return (status ?? named ?? prompt ?? page) ? 'answers' : 'overview';
}
