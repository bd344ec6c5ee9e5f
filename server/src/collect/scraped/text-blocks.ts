import { field, list, text } from '../json.ts';

const DEEPEST = 6;

/** The blocks of an AI Overview as Markdown. Undefined if there is no text. */
export function blocksText(blocks: unknown, depth = 0): string | undefined {
  if (depth > DEEPEST) return undefined;
  const parts = list(blocks).flatMap((block) => blockText(block, depth) ?? []);
  return parts.length > 0 ? parts.join('\n\n') : undefined;
}

function blockText(block: unknown, depth: number): string | undefined {
  const words = text(field(block, 'markdown')) ?? text(field(block, 'snippet')) ?? text(field(block, 'text'));
  const title = text(field(block, 'title'));
  if (field(block, 'type') === 'heading') return words && `## ${words}`;
  const inside = [
    title && words !== undefined ? `**${title}** ${words}` : (words ?? title),
    itemsText(field(block, 'list')),
    tableText(field(block, 'table')),
    blocksText(field(block, 'text_blocks'), depth + 1),
  ].filter((part) => part);
  return inside.length > 0 ? inside.join('\n\n') : undefined;
}

function itemsText(items: unknown): string | undefined {
  const lines = list(items).flatMap((item) => {
    const [title, snippet] = [text(field(item, 'title')), text(field(item, 'snippet'))];
    const words = [title && `**${title}**`, snippet].filter((part) => part).join(' ');
    return words ? [`- ${words}`] : [];
  });
  return lines.length > 0 ? lines.join('\n') : undefined;
}

/** The first row is the head. */
function tableText(table: unknown): string | undefined {
  const rows = list(table).map((row) => list(row).map((cell) => text(cell) ?? ''));
  const [head, ...rest] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return head && [head, `|${'---|'.repeat(rows[0]?.length ?? 1)}`, ...rest].join('\n');
}
