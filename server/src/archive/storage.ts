/** A folder or a bucket with an archive. Names are relative, such as `ws_1/2025-08/manifest.json`. */
export interface Storage {
  url: string;
  /** The names of all files, in any order. */
  names(): AsyncIterable<string>;
  /** Undefined if there is no such file. */
  read(name: string): Promise<Buffer | undefined>;
  /** Returns when the file is stored durably. Readers see all of it or nothing. */
  write(name: string, content: Buffer): Promise<void>;
}
