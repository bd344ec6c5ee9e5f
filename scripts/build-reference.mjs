// The API reference at /docs/reference as HTML, from the OpenAPI document. It needs no script in the browser.
import { micromark } from 'micromark';

/** The operations by tag, then the webhook events, then the records that they share. */
export function referenceOf(document) {
  const operations = [
    ...operationsIn(document.paths, document).map((one) => ({ ...one, id: `operation/${one.operationId}` })),
    ...operationsIn(document.webhooks, document).map((one) => ({ ...one, id: `webhook/${one.summary}`, path: '' })),
  ];
  const groups = document.tags.map((tag) => ({ tag, own: operations.filter(({ tags }) => tags.includes(tag.name)) }));
  const nav = groups.map(({ tag, own }) => section(tag['x-displayName'] ?? tag.name, own.map(linkTo)));
  const main = groups.map(
    ({ tag, own }) =>
      `${heading(2, `tag/${tag.name}`, tag['x-displayName'] ?? tag.name)}${text(tag.description)}${own.map(operationHtml).join('')}`,
  );
  const records = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `${heading(3, `schema/${name}`, name)}${text(schema.description)}${fields(schema) || typeLine(schema)}`,
  );
  return {
    nav: nav.join('') + section('Records', ['<a href="#records">Fields of all records</a>']),
    main: `<h1>API reference</h1>${text(document.info.description)}<p>For tools: <a href="/openapi.json">openapi.json</a>.
Guide: <a href="/docs/api">API</a>.</p>${main.join('')}${heading(2, 'records', 'Records')}${records.join('')}`,
  };
}

function operationsIn(paths, document) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method, shared: document.components })),
  );
}

function operationHtml({ id, summary, method, path, description, deprecated, parameters = [], shared, ...more }) {
  const responses = Object.entries(more.responses).map(([status, response]) => {
    const { description: about, content } = response.$ref
      ? shared.responses[response.$ref.split('/').at(-1)]
      : response;
    return `<dt>${status}</dt><dd>${text(about)}${status < '3' ? contentHtml(content) : ''}</dd>`;
  });
  return `<section>${heading(3, id, summary)}
<p class="call"><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code>${deprecated ? ' <em>deprecated</em>' : ''}</p>
${text(description)}${samples(id, more['x-codeSamples'] ?? [])}
${list(
  'Parameters',
  parameters.map((one) => field(one.name, one.schema, { ...one, place: one.in })),
)}
${more.requestBody ? `<h4>Body</h4>${contentHtml(more.requestBody.content)}` : ''}
<h4>Responses</h4><dl>${responses.join('')}</dl></section>`;
}

function contentHtml(content = {}) {
  return Object.entries(content)
    .map(([type, { schema, example, examples = {} }]) => {
      const [first] = [example, ...Object.values(examples).map(({ value }) => value)].filter(
        (one) => one !== undefined,
      );
      const shown = typeof first === 'string' ? first : JSON.stringify(first, null, 2);
      const sample = shown ? `<details><summary>Example</summary>${code(shown)}</details>` : '';
      return `<p><code>${type}</code>: ${typeOf(schema)}</p>${fields(schema)}${/json$/.test(type) ? sample : ''}`;
    })
    .join('');
}

function samples(id, all) {
  return all
    .map(({ label, lang, source }, index) => {
      const open = index === 0 ? ' open' : '';
      return `<details name="${id}"${open}><summary>${escaped(label ?? lang)}</summary>${code(source)}</details>`;
    })
    .join('');
}

/** The fields of an object, or of the objects of a list, that have no name of their own. */
function fields(schema) {
  const inner = schema?.items ?? schema;
  const required = inner?.required ?? [];
  const rows = Object.entries(inner?.properties ?? {}).map(([name, one]) =>
    field(name, one, { required: required.includes(name), description: one.description }),
  );
  const variants = [inner?.anyOf, inner?.oneOf, inner?.allOf].flat().filter((one) => one?.properties);
  return list('', rows) + variants.map(fields).join('');
}

function field(name, schema, { required, description, place }) {
  const marks = [place && place !== 'query' ? place : '', required ? 'required' : ''].filter(Boolean);
  return `<dt><code>${escaped(name)}</code> <small>${[typeOf(schema), ...limitsOf(schema), ...marks].join(', ')}</small></dt>
<dd>${text(description)}${fields(schema)}</dd>`;
}

function typeLine(schema) {
  return `<p>${[typeOf(schema), ...limitsOf(schema)].join(', ')}</p>`;
}

function typeOf(schema = {}) {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1);
    return `<a href="#schema/${name}">${name}</a>`;
  }
  const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (variants) return [...new Set(variants.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return `<code>${escaped(JSON.stringify(schema.const))}</code>`;
  if (schema.enum) return schema.enum.map((one) => `<code>${escaped(String(one))}</code>`).join(' or ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  if (typeof schema.additionalProperties === 'object') return `object of ${typeOf(schema.additionalProperties)}`;
  return [schema.type ?? 'any'].flat().join(' or ');
}

const LIMITS = {
  format: (value) => value,
  minimum: (value) => `at least ${value}`,
  maximum: (value) => `at most ${value}`,
  minLength: (value) => (value > 1 ? `at least ${value} characters` : 'not empty'),
  maxLength: (value) => `at most ${value} characters`,
  minItems: (value) => `at least ${value} items`,
  maxItems: (value) => `at most ${value} items`,
  default: (value) => `default <code>${escaped(JSON.stringify(value))}</code>`,
};

function limitsOf(schema = {}) {
  return Object.entries(LIMITS).flatMap(([name, say]) => (schema[name] === undefined ? [] : [say(schema[name])]));
}

function list(title, rows) {
  return rows.length === 0 ? '' : `${title && `<h4>${title}</h4>`}<dl>${rows.join('')}</dl>`;
}

function section(title, links) {
  return `<h2>${escaped(title)}</h2><ul>${links.map((link) => `<li>${link}</li>`).join('')}</ul>`;
}

function linkTo({ id, summary }) {
  return `<a href="#${id}">${escaped(summary)}</a>`;
}

function heading(level, id, title) {
  return `<h${level} id="${id}"><a class="anchor" href="#${id}">${escaped(title)}</a></h${level}>`;
}

function text(markdown) {
  return markdown ? micromark(markdown) : '';
}

function code(source) {
  return `<pre><code>${escaped(source)}</code></pre>`;
}

function escaped(source) {
  return source.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
