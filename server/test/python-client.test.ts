import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openApiDocument } from '../src/api/openapi/openapi.ts';
import { v1Routes } from '../src/api/v1/v1.ts';
import { useApp } from './support/app.ts';
import type { Document } from './support/contract.ts';
import { useDatabase } from './support/database.ts';
import { pythonModels } from './support/python-models.ts';
import { pythonResources } from './support/python-resources.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const home = join(root, 'sdk-python');
const { deps } = useApp(useDatabase().db);
const document: Document = openApiDocument(v1Routes(deps), deps);

test('its models and methods are those of the OpenAPI document', async () => {
  const folder = join(home, 'visibility_sdk');
  await expect(pythonModels(document)).toMatchFileSnapshot(join(folder, 'models.py'));
  await expect(pythonResources(document, 'sync')).toMatchFileSnapshot(join(folder, '_resources.py'));
  await expect(pythonResources(document, 'async')).toMatchFileSnapshot(join(folder, '_async_resources.py'));
});

test('it has the version and the license of the TypeScript SDK', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'sdk', 'package.json'), 'utf8'));
  expect(await readFile(join(home, 'visibility_sdk', '__init__.py'), 'utf8')).toContain(`__version__ = "${version}"`);
  expect(await readFile(join(home, 'LICENSE'), 'utf8')).toBe(await readFile(join(root, 'LICENSE'), 'utf8'));
});
