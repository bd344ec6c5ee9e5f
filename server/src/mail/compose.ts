import type { Mail } from '../store/mail/outbox.ts';
import { escapeHtml } from './text.ts';

/**
 * An email as plain text and as HTML with the same content. It has no images and no links to other hosts, so opening it
 * cannot be tracked.
 */
export function compose(
  { subject, body, html, link }: Pick<Mail, 'subject' | 'body' | 'html' | 'link'>,
  baseUrl: string,
): { text: string; html: string } {
  const target = `${baseUrl}${link ?? '/'}`;
  return {
    text: `${body.trim()}\n\n${target}\n\n-- \nVisibility Data Service\n`,
    html: page(subject, html ?? paragraphs(body), target),
  };
}

function paragraphs(body: string): string {
  return body
    .trim()
    .split(/\n{2,}/)
    .map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`)
    .join('\n');
}

function page(title: string, content: string, target: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; padding: 24px; background: #fff; color: #1a1b1e; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 600px; margin: 0 auto }
h1 { font-size: 20px }
a { color: #1864ab }
footer { margin-top: 32px; font-size: 14px; opacity: 0.7 }
@media (prefers-color-scheme: dark) { body { background: #1a1b1e; color: #e9ecef } a { color: #74c0fc } }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
<p><a href="${escapeHtml(target)}">Open the dashboard</a></p>
<footer>Visibility Data Service</footer>
</main>
</body>
</html>
`;
}
