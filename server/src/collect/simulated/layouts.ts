import { chance, pick } from './dice.ts';
import { write, writeHeading } from './draft.ts';
import type { Scene } from './scene.ts';
import { headOf, writeAbout, writeAdvice, writeDescription } from './sentences.ts';

/** Writes the body of an answer. It mentions every listed product at least once. */
export type Layout = (scene: Scene) => void;

export const numberedList: Layout = (scene) => {
  for (const [index, product] of scene.listed.entries()) {
    write(scene.draft, `${index + 1}. ${headOf(scene, product)}${scene.phrases.dash}`);
    writeDescription(scene, product);
    write(scene.draft, '\n');
  }
};

export const bulletList: Layout = (scene) => {
  const bullet = chance(scene.random, 0.5) ? '-' : '*';
  writeHeading(scene.draft, scene.phrases.headings.options);
  for (const product of scene.listed) {
    write(scene.draft, `${bullet} ${headOf(scene, product)}${scene.phrases.dash}`);
    writeDescription(scene, product);
    write(scene.draft, '\n');
    if (chance(scene.random, 0.2)) write(scene.draft, `  ${bullet} ${scene.next.price()}\n`);
  }
};

/** Grouped by need: the head of an item is the need, and the product is in the sentence after it. */
export const needList: Layout = (scene) => {
  for (const product of scene.listed) {
    const need = scene.next.strength();
    write(scene.draft, `- **${need[0]?.toUpperCase()}${need.slice(1)}**${scene.phrases.dash}`);
    writeAbout(scene, product);
    write(scene.draft, '\n');
  }
};

export const table: Layout = (scene) => {
  const { draft, phrases, next } = scene;
  writeHeading(draft, phrases.headings.comparison);
  write(draft, `| ${phrases.columns.join(' | ')} |\n|---|---|---|\n`);
  for (const product of scene.listed) {
    write(draft, `| ${headOf(scene, product)} | ${next.strength()} | ${next.price()} |\n`);
  }
  write(draft, '\n');
  for (const product of scene.listed.slice(0, 2)) {
    writeAbout(scene, product);
    write(draft, phrases.space);
  }
  write(draft, '\n');
};

export const prose: Layout = (scene) => {
  for (const [index, product] of scene.listed.entries()) {
    writeAbout(scene, product);
    write(scene.draft, index % 2 === 1 ? '\n\n' : scene.phrases.space);
  }
  writeAdvice(scene);
  write(scene.draft, '\n');
};

export const sections: Layout = (scene) => {
  const numbered = chance(scene.random, 0.6);
  for (const [index, product] of scene.listed.entries()) {
    write(scene.draft, `### ${numbered ? `${index + 1}. ` : ''}${product.write()}\n\n`);
    writeAbout(scene, product);
    if (chance(scene.random, 0.4)) write(scene.draft, `\n\n*${scene.phrases.columns[2]}: ${scene.next.price()}*`);
    write(scene.draft, '\n\n');
  }
};

export const steps: Layout = (scene) => {
  const { draft, phrases, random } = scene;
  const count = Math.max(4, scene.listed.length);
  writeHeading(draft, phrases.headings.steps);
  for (const [index, [head, text]] of phrases.steps.slice(0, count).entries()) {
    write(draft, `${index + 1}. **${head}** ${text}`);
    const product = scene.listed[index];
    if (product) {
      write(draft, phrases.space);
      writeAbout(scene, product);
    }
    write(draft, '\n');
  }
  if (chance(random, 0.25)) write(draft, codeBlock(scene));
};

/** Names in code do not count as mentions, so a file may contain the name of an unmentioned brand. */
function codeBlock({ random, unnamed }: Scene): string {
  const from = unnamed.length > 0 ? pick(random, unnamed).name : 'export';
  return `\n\`\`\`csv\n# ${from}\ntask,owner,days\n"Kick-off",Ana,1\n"Review",Jo,2\n\`\`\`\n`;
}
