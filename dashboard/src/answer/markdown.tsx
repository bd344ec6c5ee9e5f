import { createElement, type ReactNode } from 'react';
import type { Branch, Leaf } from './read-markdown.ts';

interface MarkdownProps {
  tree: Branch;
  /** Shows a piece of text with its marks. */
  show: (leaf: Leaf) => ReactNode;
}

/** Elements of an answer. Never HTML of the answer itself, and no images. */
export function Markdown({ tree, show }: MarkdownProps): ReactNode {
  return tree.children.map((child) => ('tag' in child ? element(child, show) : show(child)));
}

function element(branch: Branch, show: MarkdownProps['show']): ReactNode {
  const { tag, start, href, first } = branch;
  const key = `${tag} ${start}`;
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key });
  const content = <Markdown tree={branch} show={show} />;
  if (tag === 'a') {
    // Without a safe address it is text.
    return href === undefined ? (
      <span key={key}>{content}</span>
    ) : (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {content}
      </a>
    );
  }
  if (tag === 'table') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
      <section key={key} aria-label="Table" tabIndex={0}>
        <table>
          <tbody>{content}</tbody>
        </table>
      </section>
    );
  }
  return createElement(tag, { key, start: first }, content);
}
