import type { Content } from 'pdfmake/interfaces.js';
import type { PageRow, ReportContent } from '../content.ts';
import { countText } from '../wording.ts';
import type { Lettering } from './lettering.ts';
import { MUTED } from './palette.ts';
import { headCells, plainTable } from './tables.ts';

/** The pages that answers name as their source. */
export function citedSection({ cited_pages: { own, others }, summary }: ReportContent, letter: Lettering): Content {
  if (!summary) return [];
  if (own.length + others.length === 0) {
    return [
      { text: 'Most cited pages', style: 'heading' },
      { text: 'No answer of this period cites a page.', style: 'note' },
    ];
  }
  return [
    {
      unbreakable: true,
      stack: [
        { text: 'Most cited pages', style: 'heading' },
        own.length > 0
          ? pageTable('Own pages', own, letter)
          : { text: 'No page of your own domains was cited.', style: 'note', margin: [0, 0, 0, 6] },
      ],
    },
    ...(others.length > 0 ? [{ unbreakable: true, stack: [pageTable('Pages of others', others, letter)] }] : []),
  ];
}

function pageTable(title: string, pages: PageRow[], letter: Lettering): Content {
  const rows = pages.map((page) => [
    {
      stack: [
        { text: letter(page.url.replace(/^https?:\/\//, ''), { instead: page.domain }) },
        ...titleOf(page, letter),
      ],
    },
    { text: page.competitor === null ? '' : letter(page.competitor), color: MUTED },
    { text: countText(page.citations), alignment: 'right' as const },
  ]);
  const head = headCells([title, '', '>Times cited']);
  return { stack: [plainTable(['*', 90, 60], [head, ...rows])], margin: [0, 0, 0, 8] };
}

/** Nothing where the title only repeats the domain or cannot be drawn. */
function titleOf({ title, domain }: PageRow, letter: Lettering): Content[] {
  if (title === null || title === domain) return [];
  const runs = letter(title, { instead: '' });
  return runs.some(({ text }) => text !== '') ? [{ text: runs, color: MUTED, fontSize: 8 }] : [];
}
