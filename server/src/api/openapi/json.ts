/** A part of the document. */
export type Json = Record<string, unknown>;

/** A reference to an entry under `components`. */
export const pointTo = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });
