import { ACCENT } from './palette.ts';

/** Only these contain colors. Texts are left as they are. */
const COLORED = new Set(['color', 'svg', 'lineColor', 'fillColor']);

/** The same document with another accent color. */
export function recolor<Node>(node: Node, accent: string, key = ''): Node {
  if (typeof node === 'string') return (COLORED.has(key) ? node.replaceAll(ACCENT, accent) : node) as Node;
  if (Array.isArray(node)) return node.map((one) => recolor(one, accent, key)) as Node;
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, recolor(inner, accent, name)])) as Node;
}
