// Finds and starts an installed Chromium.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function findBrowser() {
  return PLACES.find((path) => existsSync(path));
}

export function launchBrowser(executablePath, more = []) {
  // Root in a container cannot use the sandbox. The other flags prevent requests to the internet.
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...more,
  ];
  return chromium.launch({ executablePath, args });
}
