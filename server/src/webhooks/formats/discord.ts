import { cut, type Message } from './message.ts';

// Limits of Discord: 256 characters in a title, 4,096 in a description. An escaped character takes two.
const LONGEST_TITLE = 256;
const LONGEST_TEXT = 2_000;

/** A message for a webhook of Discord: one embed that mentions no person and no role. */
export function discordMessage({ title, text, link, isTest }: Message, createdAt: string): object {
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: cut(escapeText(isTest ? `Test: ${title}` : title), LONGEST_TITLE),
        ...(text === '' ? {} : { description: escapeText(cut(text, LONGEST_TEXT)) }),
        url: link,
        timestamp: createdAt,
      },
    ],
  };
}

/** The characters of Discord's Markdown: an answer must not be able to write a link with another text. */
function escapeText(text: string): string {
  return text.replace(/[\\*_~`|>[\]()<#-]/g, '\\$&');
}
