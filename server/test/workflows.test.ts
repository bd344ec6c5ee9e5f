import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

interface Step {
  uses?: string;
  run?: string;
}

interface Job {
  needs?: string;
  permissions?: Record<string, string>;
  strategy?: { matrix: { node: string[] } };
  steps: Step[];
}

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const workflow = (name: string): Workflow => parse(read(`.github/workflows/${name}.yml`));
const runs = (job: Job | undefined) => job?.steps.flatMap(({ run }) => run ?? []) ?? [];

test('CI runs .ci/run on every supported version of Node, and may only read', () => {
  const { permissions, jobs } = workflow('ci');
  expect(permissions).toEqual({ contents: 'read' });
  expect(runs(jobs.test)).toEqual(['.ci/run']);
  expect(statSync(new URL('.ci/run', root)).mode & 0o111).not.toBe(0);
  const versions = jobs.test?.strategy?.matrix.node ?? [];
  expect(read('docs/self-hosting.md')).toContain(`Node ${versions.slice(0, -1).join(', ')} or ${versions.at(-1)}`);
  expect(versions).toContain(read('.nvmrc').trim());
});

test('a release is tested first, and attests the packages and the image', () => {
  const { permissions, jobs } = workflow('release');
  expect(permissions).toEqual({});
  expect(runs(jobs.test)).toContain('.ci/run');
  for (const name of ['packages', 'image']) {
    expect(jobs[name]?.needs).toBe('test');
    expect(jobs[name]?.permissions).toMatchObject({ attestations: 'write', 'id-token': 'write' });
    expect(jobs[name]?.steps.some(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'))).toBe(true);
  }
});

// A tag can be moved to other code, a commit or a digest cannot.
test('every action is pinned to a commit, with its version beside it, and every image to a digest', () => {
  const workflows = readdirSync(new URL('.github/workflows/', root)).map((name) => read(`.github/workflows/${name}`));
  const actions = workflows.flatMap((text) => text.match(/^.*\buses:.*$/gm) ?? []);
  expect(actions.length).toBeGreaterThan(10);
  for (const line of actions) expect(line).toMatch(/ uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  const images = [
    ...read('compose.yaml').matchAll(/ image: (.*)/g),
    ...read('Dockerfile').matchAll(/^ARG BASE=(.*)/gm),
  ];
  expect(images).toHaveLength(3);
  for (const [, image] of images) expect(image).toMatch(/^docker\.io\/library\/[\w.-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  expect(read('Dockerfile').match(/^FROM (?!\$\{BASE\})/gm)).toBe(null);
});

test('every form and setting is valid YAML', () => {
  const forms = readdirSync(new URL('.github/ISSUE_TEMPLATE/', root)).map((name) => `ISSUE_TEMPLATE/${name}`);
  for (const path of ['dependabot.yml', ...forms]) expect(parse(read(`.github/${path}`)), path).toBeTypeOf('object');
});
