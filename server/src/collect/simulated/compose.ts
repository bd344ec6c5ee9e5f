import { isQuestion } from '../panel.ts';
import type { Source } from './citing.ts';
import { chance, pick } from './dice.ts';
import { breakParagraph, type Draft, write, writeHeading } from './draft.ts';
import { bulletList, type Layout, needList, numberedList, prose, sections, steps, table } from './layouts.ts';
import { brandPage } from './pages.ts';
import type { Scene } from './scene.ts';
import { writeAbout, writeAdvice } from './sentences.ts';
import type { SimulatedBrand } from './world.ts';

const SHORTEST = 320;

const LAYOUTS: Layout[] = [numberedList, numberedList, bulletList, bulletList, needList, table, prose, prose, sections];

/** Writes the answer: an opening, a body, additions and an ending. It cites the pushed pages. */
export function compose(scene: Scene, pushed: Source[]): Draft {
  const { draft, phrases, random } = scene;
  const isHowTo = isQuestion(scene.keyword);
  if (chance(random, 0.85)) {
    const opening = pick(random, isHowTo ? phrases.howToOpenings : phrases.openings);
    write(
      draft,
      opening.replace('{keyword}', () => scene.keyword),
      scene.source(),
    );
    breakParagraph(draft);
  }
  const layout = isHowTo && chance(random, 0.7) ? steps : pick(random, LAYOUTS);
  layout(scene);
  breakParagraph(draft);
  if (pushed.length > 0) {
    write(draft, scene.next.advice(), pushed);
    write(draft, phrases.space);
  }
  writePassing(scene);
  for (const brand of scene.unnamed) writeTrace(scene, brand);
  writeEnd(scene);
  if (draft.text.length < SHORTEST) breakParagraph(draft);
  while (draft.text.length < SHORTEST) {
    writeAdvice(scene);
    write(draft, phrases.space);
  }
  draft.text = draft.text.trimEnd();
  return draft;
}

function writePassing(scene: Scene): void {
  const { draft, passing, phrases, random } = scene;
  if (passing.length === 0) return;
  const names = passing.map((product) => product.write());
  const last = names.pop();
  const list = names.length > 0 ? names.join(phrases.comma) + phrases.and + last : `${last}`;
  write(
    draft,
    pick(random, phrases.also).replace('{names}', () => list),
    scene.source(passing[0]),
  );
  write(draft, phrases.space);
}

/** An unmentioned brand may still leave its characters in the text: as a source, in a URL, in a longer word. */
function writeTrace(scene: Scene, brand: SimulatedBrand): void {
  const { draft, phrases, random } = scene;
  if (chance(random, 0.05)) {
    write(draft, scene.next.advice(), [{ ...brandPage(random, brand, scene.keyword), discreet: true }]);
    write(draft, phrases.space);
  }
  if (!chance(random, 0.07)) return;
  const asides = scene.language === 'en' ? [...phrases.asides, ...brand.decoys] : phrases.asides;
  const aside = pick(random, asides)
    .replace('{url}', `https://${brand.domain}/templates`)
    .replace('{file}', brand.domain.split('.')[0] ?? 'tasks');
  write(draft, aside);
  breakParagraph(draft);
}

function writeEnd(scene: Scene): void {
  const { draft, listed, phrases, random } = scene;
  if (chance(random, 0.5)) {
    if (chance(random, 0.3)) writeHeading(draft, phrases.headings.choosing);
    writeAdvice(scene);
    write(draft, phrases.space);
  }
  const favorite = listed[0];
  if (favorite && chance(random, 0.25)) {
    writeAbout(scene, favorite);
    write(draft, phrases.space);
  }
  if (chance(random, 0.6)) write(draft, pick(random, phrases.closings));
}
