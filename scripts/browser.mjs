// Finds the Chromium that is already on the machine and starts it.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function findBrowser() {
  return PLACES.find((path) => existsSync(path));
}

export function launchBrowser(executablePath) {
  // Root in a container cannot use the sandbox; the other flags keep it from asking the outside world for anything.
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return chromium.launch({ executablePath, args });
}
