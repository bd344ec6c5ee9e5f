import type { Dispatcher } from 'undici';

const KEPT_BYTES = 16 * 1024;
const READ_BYTES = 64 * 1024;
const READ_MS = 2_000;

/**
 * Reads the first bytes of a response for the log. A response that ends soon is read to its end, so that the connection
 * can be reused. A response that is slow, breaks or never ends is cut off. Its status has already decided the outcome.
 */
export async function readStart(body: Dispatcher.ResponseData['body'], forMs = READ_MS): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  body.on('error', () => {});
  const timer = setTimeout(() => body.destroy(), forMs);
  try {
    for await (const chunk of body) {
      if (size < KEPT_BYTES) chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= READ_BYTES) break;
    }
  } catch {
    // What has arrived is kept.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  return Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\0', '');
}
