import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ReportContent } from '../content.ts';
import { readCoverage } from './font-coverage.ts';
import { createLettering, type Font, type Lettering } from './lettering.ts';
import { layOut } from './pages.ts';

export interface DrawOptions {
  /** A font file with the letters that Roboto lacks: Chinese, Japanese, Korean, Arabic, … */
  fontFile?: string | undefined;
  /** Off to be able to read the text out of the bytes. */
  compress?: boolean;
}

/** Draws a report as an A4 document. Nothing outside the font files is read, whatever stands in the content. */
export async function drawPdf(
  content: ReportContent,
  { fontFile, compress = true }: DrawOptions = {},
): Promise<Buffer> {
  // Here, not at the top: it would make every start a quarter of a second slower, of whatever command.
  const { default: pdfmake } = await import('pdfmake');
  const fonts = fontsOf(fontFile);
  const files = new Set(Object.values(fonts).flatMap((font) => Object.values(font)));
  pdfmake.setFonts(fonts);
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => files.has(path));
  const document = { ...layOut(content, letteringFor(fontFile)), compress };
  return pdfmake.createPdf(document).getBuffer();
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

function letteringFor(fontFile: string | undefined): Lettering {
  const roboto: Font = { name: 'Roboto', covers: readCoverage(readFileSync(REGULAR)) };
  const others = fontFile === undefined ? [] : [{ name: OTHER, covers: readCoverage(readFileSync(fontFile)) }];
  return createLettering([roboto, ...others]);
}
