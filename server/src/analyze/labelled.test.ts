import { expect, test } from 'vitest';
import { analyze, prepareSubject } from './analyze.ts';
import { ANSWERS, BRANDS, judge } from './labelled/pairs.ts';
import type { Brand } from './subject.ts';

const [brand, ...competitors] = BRANDS;
const subject = prepareSubject({ brand: brand as Brand, competitors });
const ours = judge((text) => {
  const { mentions } = analyze({ text, cited: [], retrieved: [] }, subject);
  return new Set(mentions.map(({ brandId }) => brandId));
});
const substring = judge((text) => {
  const lower = text.toLowerCase();
  const named = BRANDS.filter(({ aliases }) => aliases.some((alias) => lower.includes(alias.text.toLowerCase())));
  return new Set(named.map(({ id }) => id));
});

test('at least 90 of 100 reported mentions are correct', () => {
  expect(ours.precision).toBeGreaterThanOrEqual(0.9);
  expect(ours.precision).toBeGreaterThan(substring.precision + 0.2);
});

test('at least 95 of 100 mentions are reported', () => {
  expect(ours.recall).toBeGreaterThanOrEqual(0.95);
  expect(ours.recall).toBeGreaterThanOrEqual(substring.recall);
});

test('the labeled set is large, in many languages, and labels only brands it defines', () => {
  const ids = new Set(BRANDS.map(({ id }) => id));
  const labels = ANSWERS.flatMap(({ named, absent }) => [...named, ...absent]);
  expect(ours.pairs).toBeGreaterThanOrEqual(160);
  expect(new Set(ANSWERS.map(({ language }) => language)).size).toBeGreaterThanOrEqual(15);
  expect(labels.filter((id) => !ids.has(id))).toEqual([]);
});
