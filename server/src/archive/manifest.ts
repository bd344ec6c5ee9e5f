import { z } from 'zod';
import { SetupError } from '../base/errors.ts';
import type { Storage } from './storage.ts';

const part = z.object({
  file: z.string().regex(/^part-\d{4,}-[0-9a-f]{16}\.ndjson\.zst$/),
  /** Of the compressed file. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int(),
  ndjson_bytes: z.int(),
  answers: z.int(),
  /** Answers are ordered by keyword, so that one keyword's are in few parts. */
  first_keyword_id: z.string(),
  last_keyword_id: z.string(),
});

const manifestFile = z.object({
  format: z.literal('visibility archive'),
  version: z.literal(1),
  workspace_id: z.string(),
  /** For people. */
  account: z.string(),
  mode: z.enum(['live', 'test']),
  month: z.string(),
  parts: z.array(part),
});

/** The archived texts of a workspace's month. */
export type Manifest = z.output<typeof manifestFile>;
export type Part = z.output<typeof part>;
export type Place = Pick<Manifest, 'workspace_id' | 'month'>;

const MANIFEST = /^([^/]+)\/(\d{4}-\d\d)\/manifest\.json$/;

export function folderOf({ workspace_id, month }: Place): string {
  return `${workspace_id}/${month}`;
}

/** Undefined if nothing of this month is archived. */
export async function readManifest(storage: Storage, place: Place): Promise<Manifest | undefined> {
  const name = `${folderOf(place)}/manifest.json`;
  const content = await storage.read(name);
  if (!content) return undefined;
  const { data } = manifestFile.safeParse(parseJson(content));
  if (!data) throw corrupted(storage, name, 'it is not a manifest that this version can read');
  if (folderOf(data) !== folderOf(place)) throw corrupted(storage, name, `it belongs to ${folderOf(data)}`);
  return data;
}

export async function writeManifest(storage: Storage, manifest: Manifest): Promise<void> {
  await storage.write(`${folderOf(manifest)}/manifest.json`, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
}

/** Every archived month, by workspace and month. */
export async function listManifests(storage: Storage, workspaceIds: string[] = []): Promise<Manifest[]> {
  const names: string[] = [];
  for await (const name of storage.names()) names.push(name);
  const manifests: Manifest[] = [];
  for (const name of names.sort()) {
    const [, workspace_id = '', month = ''] = MANIFEST.exec(name) ?? [];
    if (workspace_id === '' || (workspaceIds.length > 0 && !workspaceIds.includes(workspace_id))) continue;
    const manifest = await readManifest(storage, { workspace_id, month });
    if (manifest) manifests.push(manifest);
  }
  const isBroken = manifests.length === 0 && names.some((name) => name.endsWith('.ndjson.zst'));
  if (!isBroken || workspaceIds.length > 0) return manifests;
  throw new SetupError(
    `${storage.url} has parts of an archive but no manifest. Restore manifest.json from a copy of the archive.`,
  );
}

export function corrupted({ url }: Storage, name: string, how: string): SetupError {
  return new SetupError(
    `${url}/${name} is corrupted: ${how}. Nothing was changed. Replace the file with a copy of the archive.`,
  );
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}
