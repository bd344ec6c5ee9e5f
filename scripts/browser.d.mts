import type { Browser } from 'playwright-core';

export function findBrowser(): string | undefined;
export function launchBrowser(executablePath: string, more?: string[]): Promise<Browser>;
