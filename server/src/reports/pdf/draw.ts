import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ReportContent } from '../content.ts';
import { readCoverage } from './font-coverage.ts';
import { layOut } from './pages.ts';
import { ACCENT } from './palette.ts';
import { createTypesetter, type Font, type Typesetter } from './typesetter.ts';

export interface DrawOptions {
  /** A font file with the characters that Roboto lacks: Chinese, Japanese, Korean, Arabic, … */
  fontFile?: string | undefined;
  /** Instead of the default color. */
  accentColor?: string | undefined;
  /** A PNG in base64, on the first page. */
  logo?: string | undefined;
  /** Turned off in tests, to read the text from the bytes. */
  compress?: boolean;
}

/** Draws a report as an A4 document. Reads only the font files, regardless of the content. */
export async function drawPdf(
  content: ReportContent,
  { fontFile, accentColor, logo, compress = true }: DrawOptions = {},
): Promise<Buffer> {
  // Imported here, because at the top it would slow down the start of every command by a quarter of a second.
  const { default: pdfmake } = await import('pdfmake');
  const fonts = fontsOf(fontFile);
  const files = new Set(Object.values(fonts).flatMap((font) => Object.values(font)));
  pdfmake.setFonts(fonts);
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => files.has(path));
  const document = { ...layOut(content, typesetterFor(fontFile), logo), compress };
  return pdfmake.createPdf(accentColor ? recolor(document, accentColor) : document).getBuffer();
}

const ROBOTO = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');
const REGULAR = join(ROBOTO, 'Roboto-Regular.ttf');
const MEDIUM = join(ROBOTO, 'Roboto-Medium.ttf');
const OTHER = 'Other';

function fontsOf(fontFile: string | undefined): Record<string, Record<string, string>> {
  const roboto = { normal: REGULAR, bold: MEDIUM, italics: REGULAR, bolditalics: MEDIUM };
  if (fontFile === undefined) return { Roboto: roboto };
  return {
    Roboto: roboto,
    [OTHER]: { normal: fontFile, bold: fontFile, italics: fontFile, bolditalics: fontFile },
  };
}

function typesetterFor(fontFile: string | undefined): Typesetter {
  const roboto: Font = { name: 'Roboto', covers: readCoverage(readFileSync(REGULAR)) };
  const others = fontFile === undefined ? [] : [{ name: OTHER, covers: readCoverage(readFileSync(fontFile)) }];
  return createTypesetter([roboto, ...others]);
}

/** Only these contain colors. Texts are left as they are. */
const COLORED = new Set(['color', 'svg', 'lineColor', 'fillColor']);

/** The same document with another accent color. */
function recolor<Node>(node: Node, accent: string, key = ''): Node {
  if (typeof node === 'string') return (COLORED.has(key) ? node.replaceAll(ACCENT, accent) : node) as Node;
  if (Array.isArray(node)) return node.map((one) => recolor(one, accent, key)) as Node;
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, recolor(inner, accent, name)])) as Node;
}
