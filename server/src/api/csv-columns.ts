import { type ZodType, z } from 'zod';
import { own } from '../base/own.ts';
import { PLATFORM_IDS } from '../collect/platforms.ts';

/** One CSV column of a list, derived from the schema of its records. */
export interface CsvColumn {
  name: string;
  /** The record field of the column. */
  field: string;
  /** Whether it is only present with `include=…`. */
  isOptional: boolean;
  cellOf(record: unknown): Cell;
}

export type Cell = string | number | boolean | null | undefined;

/** Each field becomes one column, or several if it is nested: `platforms.chatgpt`, `interval.low`, `data.keyword`. */
export function columnsOf(records: ZodType[]): CsvColumn[] {
  const variants = records.flatMap(objectsIn);
  return [...fieldsOf(variants)].flatMap(([field, schemas]) => {
    const isOptional = schemas.length < variants.length || schemas.some((schema) => schema instanceof z.ZodOptional);
    return leavesOf(field, schemas).map(({ name, cellOf }) => ({
      name,
      field,
      isOptional,
      cellOf: (record: unknown) => cellOf(partOf(record, field)),
    }));
  });
}

interface Leaf {
  name: string;
  cellOf(value: unknown): Cell;
}

function leavesOf(name: string, schemas: ZodType[]): Leaf[] {
  const [first, ...others] = schemas.map(unwrapped);
  if (first instanceof z.ZodObject) {
    return [...fieldsOf([first, ...others].flatMap(objectsIn))].flatMap(([field, inner]) =>
      leavesOf(`${name}.${field}`, inner).map((leaf) => ({
        name: leaf.name,
        cellOf: (value: unknown) => leaf.cellOf(partOf(value, field)),
      })),
    );
  }
  if (first instanceof z.ZodRecord) {
    const value = unwrapped(first.valueType as ZodType);
    if (value instanceof z.ZodNumber || value instanceof z.ZodObject) return platformLeaves(name, value);
  }
  if (first instanceof z.ZodTuple) {
    return ['low', 'high'].map((end, i) => ({
      name: `${name}.${end}`,
      cellOf: (value) => (value as Cell[] | null | undefined)?.[i],
    }));
  }
  return [{ name, cellOf: asCell }];
}

/** One column for each built-in platform, and one for all platforms that exist only in ingested answers. */
function platformLeaves(name: string, schema: ZodType): Leaf[] {
  const known = PLATFORM_IDS.flatMap((id) =>
    leavesOf(`${name}.${id}`, [schema]).map((leaf) => ({
      name: leaf.name,
      cellOf: (value: unknown) => leaf.cellOf(partOf(value, id)),
    })),
  );
  const others = (value: unknown) =>
    Object.entries((value ?? {}) as Record<string, unknown>)
      .filter(([id]) => !PLATFORM_IDS.includes(id))
      .map(([id, one]) => `${id}=${asCell(one)}`)
      .join(';');
  return [...known, { name: `${name}.other`, cellOf: others }];
}

/** Several values share a cell, separated by `;`. A `;` inside a value is escaped with a backslash. */
function asCell(value: unknown): Cell {
  const isPlain = (one: unknown) => typeof one !== 'object' || one === null;
  if (Array.isArray(value) && value.every(isPlain)) {
    return value.map((one) => String(one ?? '').replace(/[\\;]/g, '\\$&')).join(';');
  }
  return isPlain(value) ? (value as Cell) : JSON.stringify(value);
}

/** The fields of several shapes of one record, in order of first occurrence. */
function fieldsOf(objects: z.ZodObject[]): Map<string, ZodType[]> {
  const fields = new Map<string, ZodType[]>();
  for (const { shape } of objects) {
    for (const [name, schema] of Object.entries(shape)) {
      fields.set(name, [...(fields.get(name) ?? []), schema as ZodType]);
    }
  }
  return fields;
}

function objectsIn(schema: ZodType): z.ZodObject[] {
  if (schema instanceof z.ZodUnion) return (schema.options as ZodType[]).flatMap(objectsIn);
  return schema instanceof z.ZodObject ? [schema] : [];
}

function unwrapped(schema: ZodType): ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapped ? unwrapped(schema.unwrap() as ZodType) : schema;
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? own(value as Record<string, unknown>, name) : undefined;
}
