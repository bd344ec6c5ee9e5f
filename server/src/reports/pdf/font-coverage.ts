/** Which characters a TrueType or OpenType font can draw. */
export type FontCoverage = (codePoint: number) => boolean;

/**
 * Reads the character map of a font file, to avoid empty boxes for missing characters. Reads only formats 4 and 12:
 * every Unicode font has one of them.
 */
export function readCoverage(file: Buffer): FontCoverage {
  const map = findTable(file, 'cmap');
  if (map === undefined) return () => false;
  const subtables = Array.from({ length: file.readUInt16BE(map + 2) }, (_, i) => {
    const start = map + file.readUInt32BE(map + 4 + 8 * i + 4);
    return { start, format: file.readUInt16BE(start) };
  });
  const wide = subtables.find(({ format }) => format === 12);
  if (wide) return inRanges(wideRanges(file, wide.start));
  const narrow = subtables.find(({ format }) => format === 4);
  return narrow ? inRanges(narrowRanges(file, narrow.start)) : () => false;
}

type Range = [first: number, last: number];

function findTable(file: Buffer, name: string): number | undefined {
  // A collection contains several fonts. The first one is used.
  const start = file.toString('latin1', 0, 4) === 'ttcf' ? file.readUInt32BE(12) : 0;
  for (let i = 0; i < file.readUInt16BE(start + 4); i++) {
    const entry = start + 12 + 16 * i;
    if (file.toString('latin1', entry, entry + 4) === name) return file.readUInt32BE(entry + 8);
  }
  return undefined;
}

function wideRanges(file: Buffer, start: number): Range[] {
  return Array.from({ length: file.readUInt32BE(start + 12) }, (_, i) => {
    const group = start + 16 + 12 * i;
    return [file.readUInt32BE(group), file.readUInt32BE(group + 4)];
  });
}

function narrowRanges(file: Buffer, start: number): Range[] {
  const doubledSegments = file.readUInt16BE(start + 6);
  const ranges = Array.from({ length: doubledSegments / 2 }, (_, i): Range => {
    const last = file.readUInt16BE(start + 14 + 2 * i);
    // There are two bytes of padding between the ends and the starts.
    return [file.readUInt16BE(start + 16 + doubledSegments + 2 * i), last];
  });
  return ranges.filter(([first]) => first !== 0xffff);
}

function inRanges(ranges: Range[]): FontCoverage {
  const inOrder = [...ranges].sort(([a], [b]) => a - b);
  return (codePoint) => {
    let [low, high] = [0, inOrder.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const [first, last] = inOrder[middle] as Range;
      if (codePoint < first) high = middle - 1;
      else if (codePoint > last) low = middle + 1;
      else return true;
    }
    return false;
  };
}
