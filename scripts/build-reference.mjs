// Copies Redoc (the API reference at /docs) to server/assets, adapted to the content security policy.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const CHANGES = [
  // Redoc adds styles by script and reads the nonce from an attribute that browsers hide from scripts.
  { from: 'r.nc=void 0', to: 'r.nc=document.currentScript.nonce' },
  // The only file that Redoc would fetch from another host.
  {
    from: 'https://cdn.redoc.ly/redoc/logo-mini.svg',
    to: 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%220%22 height=%220%22/%3E',
  },
  // Colors that its theme does not reach. They are for a light page.
  { from: 'border-bottom: 1px solid #9fb4be', to: 'border-bottom: 1px solid var(--line)' },
  {
    from: 'color: white;\\n      background-color: ${e.theme',
    to: 'color: var(--on-accent);\\n      background-color: ${e.theme',
  },
  { from: 'background-color: white;\\n', to: 'background-color: transparent;\\n' },
];

/** Throws if a change no longer applies: the page would be blank, or fetch from another host. */
export function changeRedoc(text) {
  for (const { from, to } of CHANGES) {
    if (!text.includes(from))
      throw new Error(`Redoc does not contain "${from}" any more: see scripts/build-reference.mjs`);
    text = text.replaceAll(from, to);
  }
  return text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const require = createRequire(import.meta.url);
  const source = require.resolve('redoc/bundles/redoc.standalone.js');
  const folder = new URL('../server/assets/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('redoc.js', folder), changeRedoc(readFileSync(source, 'utf8')));
}
