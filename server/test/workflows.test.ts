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

test('every action is pinned to a major version, and every form and setting is valid YAML', () => {
  const steps = ['ci', 'release'].flatMap((name) => Object.values(workflow(name).jobs).flatMap((job) => job.steps));
  for (const { uses = 'x@v1' } of steps) expect(uses).toMatch(/^[\w./-]+@v\d+$/);
  const forms = readdirSync(new URL('.github/ISSUE_TEMPLATE/', root)).map((name) => `ISSUE_TEMPLATE/${name}`);
  for (const path of ['dependabot.yml', ...forms]) expect(parse(read(`.github/${path}`)), path).toBeTypeOf('object');
});
