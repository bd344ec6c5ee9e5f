import type { Random } from '../../base/random.ts';
import type { Page } from '../platform.ts';
import { chance } from './dice.ts';

/** A page, and whether its host must be hidden: the host of an unmentioned brand could count as a mention. */
export interface Source extends Page {
  discreet: boolean;
}

/** How a platform shows its sources. */
export interface CitationStyle {
  /** The page in the format of the platform's reply. */
  page(source: Source): Page;
  /** The marker in the text. Undefined if the platform refers to the passage itself. `lead` is not part of the span. */
  marker(at: { number: number; page: Page; source: Source }): { text: string; lead: number } | undefined;
  /** Pages that were retrieved just before, and not cited. */
  unread(): Page[];
}

export function citationStyle(platform: string, random: Random, otherPage: () => Page): CitationStyle {
  const seldom = () => (chance(random, 0.5) ? [otherPage()] : []);
  switch (platform) {
    case 'chatgpt':
      return {
        page: ({ url, title }) => ({
          url: chance(random, 0.85) ? withParameter(url, 'utm_source=openai') : url,
          title,
        }),
        marker: ({ page, source }) => ({
          text: ` ([${source.discreet ? 'Link' : host(page.url)}](${page.url}))`,
          lead: 1,
        }),
        unread: () => (chance(random, 0.6) ? [otherPage()] : []),
      };
    case 'perplexity':
      return {
        page: ({ url, title }) => ({ url, title }),
        marker: ({ number }) => ({ text: `[${number}]`, lead: 0 }),
        unread: () => (chance(random, 0.7) ? [otherPage()] : []),
      };
    case 'gemini':
      return {
        page: ({ url }) => ({
          url: chance(random, 0.8) ? groundingRedirect(random) : googleRedirect(url),
          title: host(url),
        }),
        marker: () => undefined,
        unread: () => seldom().map(({ url }) => ({ url: groundingRedirect(random), title: host(url) })),
      };
    default:
      return { page: ({ url, title }) => ({ url, title }), marker: () => undefined, unread: seldom };
  }
}

function host(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '');
}

function withParameter(url: string, parameter: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${parameter}`;
}

const TOKEN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function groundingRedirect(random: Random): string {
  let token = '';
  for (let i = 0; i < 48; i++) token += TOKEN[Math.floor(random() * TOKEN.length)];
  return `https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZIYQ${token}`;
}

function googleRedirect(url: string): string {
  return `https://www.google.com/url?q=${encodeURIComponent(url)}&sa=U`;
}
