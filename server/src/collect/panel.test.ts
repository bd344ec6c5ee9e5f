import { expect, test } from 'vitest';
import { defaultPanel, defaultPanelPlace, panelProblem } from './panel.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ja', 'zh'];
const KEYWORDS = ['project management software', 'how to plan a sprint', 'C++ (embedded) $& tools', '项目管理软件'];

test.each(LANGUAGES)('in %s a keyword gets five different prompts that contain it and pass validation', (language) => {
  for (const keyword of KEYWORDS) {
    const panel = defaultPanel(keyword, language);
    expect(new Set(panel).size).toBe(5);
    for (const prompt of panel) expect(prompt).toContain(keyword);
    expect(panelProblem(panel, ['Acme'])).toBeUndefined();
  }
});

test('the prompts of two languages are never the same', () => {
  const prompts = LANGUAGES.flatMap((language) => defaultPanel('kanban', language));
  expect(new Set(prompts).size).toBe(prompts.length);
});

test('a region is ignored, and an unknown language gets English', () => {
  expect(defaultPanel('kanban', 'pt-BR')).toEqual(defaultPanel('kanban', 'pt'));
  expect(defaultPanel('kanban', 'fi')).toEqual(defaultPanel('kanban', 'en'));
  expect(defaultPanel('kanban', undefined)).toEqual(defaultPanel('kanban', 'en'));
});

test('without a language the script of the keyword decides', () => {
  expect(defaultPanel('タスク管理ツール', undefined)).toEqual(defaultPanel('タスク管理ツール', 'ja'));
  expect(defaultPanel('项目管理软件', undefined)).toEqual(defaultPanel('项目管理软件', 'zh'));
});

test('a keyword that is a question is asked as one, with a single question mark', () => {
  const panel = defaultPanel('how do I run a retrospective?', 'en');
  expect(panel[0]).toBe('how do I run a retrospective? Which tools or services would you recommend for it?');
  expect(panel.join()).not.toContain('??');
});

test.each([
  ['best crm', 'Which crm would you recommend, and why?'],
  ['The best 10 CRM tools', 'Which CRM tools would you recommend, and why?'],
  ['top 5 running shoes for beginners', 'Which running shoes for beginners would you recommend, and why?'],
  ['top-rated vacuum cleaners', 'Which vacuum cleaners would you recommend, and why?'],
  ['best', 'Which best would you recommend, and why?'],
  ['top coat nail polish', 'Which top coat nail polish would you recommend, and why?'],
  ['best western hotels', 'Which best western hotels would you recommend, and why?'],
  ['bestseller lists', 'Which bestseller lists would you recommend, and why?'],
  ['which crm is best', 'which crm is best? Which tools or services would you recommend for it?'],
])('"%s" is asked as a person would ask it', (keyword, first) => {
  expect(defaultPanel(keyword, 'en')[0]).toBe(first);
});

test.each([
  ['de', 'die besten Laufschuhe', 'Laufschuhe'],
  ['fr', 'meilleur logiciel de paie', 'logiciel de paie'],
  ['es', 'los mejores portátiles', 'portátiles'],
  ['it', 'migliori aspirapolvere', 'aspirapolvere'],
  ['nl', 'beste laptop', 'laptop'],
  ['pt', 'melhores celulares', 'celulares'],
  ['pl', 'najlepsze laptopy', 'laptopy'],
  ['ja', 'おすすめの掃除機', '掃除機'],
  ['zh', '最好的笔记本电脑', '笔记本电脑'],
])('in %s "%s" is asked about without the superlative', (language, keyword, thing) => {
  expect(defaultPanel(keyword, language)).toEqual(defaultPanel(thing, language));
});

test('the default prompts of a keyword with a superlative are recognized without it only', () => {
  const place = (prompt: string) => defaultPanelPlace('best crm', prompt);
  expect(place('Which crm would you recommend, and why?')).toEqual({ language: 'en', index: 0 });
  expect(place('Which best crm would you recommend, and why?')).toBeUndefined();
});

test('a default prompt is recognized, and a custom one is not', () => {
  for (const language of LANGUAGES) {
    for (const [index, prompt] of defaultPanel('how to plan a sprint', language).entries()) {
      expect(defaultPanelPlace('how to plan a sprint', prompt)).toEqual({ language, index });
    }
  }
  expect(defaultPanelPlace('kanban', 'What is kanban?')).toBeUndefined();
});

test.each([
  ['no prompt', [], 'Enter 1 to 20 prompts, not 0.'],
  ['21 prompts', Array.from({ length: 21 }, (_, i) => `Question ${i}`), 'Enter 1 to 20 prompts, not 21.'],
  ['a blank prompt', ['Which?', '  '], 'Prompt 2 is empty. Write a prompt or remove it.'],
  ['501 characters', ['é'.repeat(501)], 'Prompt 1 has 501 characters. Shorten it to 500 or fewer.'],
  ['a twin', ['Which one?', 'Why?', ' which  ONE?'], 'Prompt 3 is the same as prompt 1. Remove one of them.'],
])('a panel with %s is refused with advice', (_, prompts, problem) => {
  expect(panelProblem(prompts, [])).toBe(problem);
});

test('20 prompts of 500 characters are a panel', () => {
  const prompts = Array.from({ length: 20 }, (_, i) => String(i).padEnd(500, '.'));
  expect(panelProblem(prompts, ['Acme'])).toBeUndefined();
});

test.each([
  ['Heron Board', 'Is Heron Board any good?'],
  ['Heron Board', 'is heron-board’s free plan enough?'],
  ['Heron Board', 'heronboard alternatives'],
  ['Écluse', 'What does ecluse cost?'],
  ['C++ Builder', 'Is C++ Builder still around?'],
  ['日立', '日立の評判はどうですか？'],
  ['Notion', 'Notionの使い方は？'],
])('a prompt that mentions %s is refused: %s', (name, prompt) => {
  expect(panelProblem([prompt], [name])).toBe(
    `Prompt 1 mentions "${name}". Remove the name, because an answer to such a prompt always mentions the brand.`,
  );
});

test.each([
  ['Heron Board', 'How do I build a heron boardwalk?'],
  ['Apple', 'Which pineapple juice is best?'],
  ['Meta', 'Which metadata editor is best?'],
  ['-', 'Which one is best?'],
  ['Monday.com', 'Is mondayxcom best?'],
])('a longer word does not match the name "%s": %s', (name, prompt) => {
  expect(panelProblem([prompt], [name])).toBeUndefined();
});
