/** A piece of the document, as it is written out. */
export type Json = Record<string, unknown>;

/** A piece that stands under `components` and is only pointed to. */
export const pointTo = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });
