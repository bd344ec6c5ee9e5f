import { oneLine, refName, valuesOf } from './client-description.ts';
import type { Document } from './contract.ts';

export const HEAD = '# Generated from the OpenAPI document by server/test/python-client.test.ts. Do not edit.';

/** The records of the OpenAPI document as typed dictionaries: `sdk-python/visibility_sdk/models.py`. */
export function pythonModels({ components }: Document): string {
  const classes: string[] = [];
  const aliases: string[] = [];
  const declare = (name: string, schema: Document): string => {
    classes.push(classText(name, schema, (field, inner) => typeText(inner, name + pascal(field), declare)));
    return name;
  };
  for (const [name, schema] of Object.entries<Document>(components.schemas)) {
    if (schema.properties) declare(name, schema);
    else aliases.push(`${name}: TypeAlias = ${typeText(schema, name, declare)}\n`);
  }
  return [PRELUDE, ...classes, aliases.join('')].join('\n\n');
}

const PRELUDE = `${HEAD}
"""The records of the API, as they are sent."""

from __future__ import annotations

import sys
from typing import Any, Literal, TypeAlias, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired
`;

type Declare = (name: string, schema: Document) => string;

/** A JSON Schema as the text of a Python type. `declare` names objects that have no name of their own. */
export function typeText(schema: Document, name: string, declare: Declare): string {
  if (schema.$ref) return refName(schema);
  const values = valuesOf(schema)?.map((value) => JSON.stringify(value));
  if (values) return union([`Literal[${values.join(', ')}]`, ...(schema.enum?.includes(null) ? ['None'] : [])]);
  const options: Document[] = schema.anyOf ?? schema.oneOf;
  if (options) {
    const objects = options.filter((one) => one.properties).length;
    return union(
      options.map((one, i) => typeText(one, objects > 1 && one.properties ? `${name}${i + 1}` : name, declare)),
    );
  }
  return union([schema.type ?? 'any'].flat().map((type) => oneType(type, schema, { name, declare })));
}

const PLAIN: Record<string, string> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' };

function oneType(type: string, schema: Document, { name, declare }: { name: string; declare: Declare }): string {
  if (type === 'array') {
    return `list[${typeText(schema.items ?? {}, name, declare)}]`;
  }
  if (type !== 'object') return PLAIN[type] ?? 'Any';
  if (schema.properties) return declare(name, schema);
  const values = schema.additionalProperties;
  return `dict[str, ${typeof values === 'object' ? typeText(values, name, declare) : 'Any'}]`;
}

export function union(types: string[]): string {
  return [...new Set(types)].join(' | ');
}

function classText(
  name: string,
  { properties, required = [] }: Document,
  typeOf: (field: string, schema: Document) => string,
): string {
  const fields = Object.entries<Document>(properties).map(([field, schema]) => {
    const type = typeOf(field, schema);
    const about = schema.description ? `    #: ${oneLine(schema.description)}\n` : '';
    return `${about}    ${field}: ${required.includes(field) ? type : `NotRequired[${type}]`}\n`;
  });
  return `class ${name}(TypedDict):\n${fields.join('') || '    pass\n'}`;
}

function pascal(field: string): string {
  return field.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());
}
