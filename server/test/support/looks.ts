import type { Page } from 'playwright-core';
import { axeProblems } from './dashboard-page.ts';

/** What is wrong with how the page looks on a light desktop and on a dark phone; empty is good. */
export async function lookProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const { width, colorScheme } of [
    { width: 360, colorScheme: 'dark' },
    { width: 1280, colorScheme: 'light' },
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    problems.push(...(await axeProblems(page)).map((problem) => `${width} ${problem}`));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) problems.push(`${width}: the page is ${wide} wide`);
  }
  return problems;
}
