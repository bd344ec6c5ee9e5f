import type { Content } from 'pdfmake/interfaces.js';
import type { PageRow, ReportContent } from '../content.ts';
import { countText } from '../wording.ts';
import { MUTED } from './palette.ts';
import { headCells, plainTable } from './tables.ts';
import type { Typesetter } from './typesetter.ts';

/** The pages that answers cite. */
export function citedSection({ cited_pages: { own, others }, summary }: ReportContent, typeset: Typesetter): Content {
  if (!summary) return [];
  if (own.length + others.length === 0) {
    return [
      { text: 'Most cited pages', style: 'heading' },
      { text: 'No answer in this period cites a page.', style: 'note' },
    ];
  }
  return [
    {
      unbreakable: true,
      stack: [
        { text: 'Most cited pages', style: 'heading' },
        own.length > 0
          ? pageTable('Own pages', own, typeset)
          : { text: 'No page on your own domains was cited.', style: 'note', margin: [0, 0, 0, 6] },
      ],
    },
    ...(others.length > 0 ? [{ unbreakable: true, stack: [pageTable('Other pages', others, typeset)] }] : []),
  ];
}

function pageTable(title: string, pages: PageRow[], typeset: Typesetter): Content {
  const rows = pages.map((page) => [
    {
      stack: [
        { text: typeset(page.url.replace(/^https?:\/\//, ''), { instead: page.domain }) },
        ...titleOf(page, typeset),
      ],
    },
    { text: page.competitor === null ? '' : typeset(page.competitor), color: MUTED },
    { text: countText(page.citations), alignment: 'right' as const },
  ]);
  const head = headCells([title, '', '>Citations']);
  return { stack: [plainTable(['*', 90, 60], [head, ...rows])], margin: [0, 0, 0, 8] };
}

/** Empty if the title only repeats the domain or cannot be drawn. */
function titleOf({ title, domain }: PageRow, typeset: Typesetter): Content[] {
  if (title === null || title === domain) return [];
  const runs = typeset(title, { instead: '' });
  return runs.some(({ text }) => text !== '') ? [{ text: runs, color: MUTED, fontSize: 8 }] : [];
}
