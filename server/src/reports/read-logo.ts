import { inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
export const MOST_LOGO_BYTES = 100 * 1024;
const MOST_PIXELS = 1_000;
/** Bytes per pixel by PNG color type: grey, color, palette, grey with alpha, color with alpha. */
const CHANNELS = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

/** What is wrong with a logo. Undefined if it can be drawn: it is a complete PNG of 8 bits, not interlaced. */
export function logoProblem(base64: string): string | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64').replace(/=+$/, '') !== base64.replace(/=+$/, '')) return 'must be base64';
  if (bytes.length > MOST_LOGO_BYTES) return `must be at most ${MOST_LOGO_BYTES / 1024} kB`;
  if (!bytes.subarray(0, 8).equals(SIGNATURE) || bytes.length < 33) return 'must be a PNG image';
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (Math.max(width, height) > MOST_PIXELS) return `must be at most ${MOST_PIXELS} pixels wide and high`;
  const [depth, colorType, interlace] = [bytes[24], bytes[25] ?? -1, bytes[28]];
  const channels = CHANNELS.get(colorType);
  if (depth !== 8 || channels === undefined || interlace !== 0) return 'must be a PNG with 8 bits, not interlaced';
  const pixels = pixelsOf(bytes, height * (1 + width * channels));
  return pixels === height * (1 + width * channels) && width > 0 ? undefined : 'must be a complete PNG image';
}

/** The size of the unpacked image, or undefined if it is broken or larger than that. */
function pixelsOf(bytes: Buffer, most: number): number | undefined {
  const data: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > bytes.length) return undefined;
    if (type === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + length));
    if (type === 'IEND') return unpack(Buffer.concat(data), most);
    at += 12 + length;
  }
  return undefined;
}

function unpack(data: Buffer, most: number): number | undefined {
  try {
    return inflateSync(data, { maxOutputLength: most + 1 }).length;
  } catch {
    return undefined;
  }
}
