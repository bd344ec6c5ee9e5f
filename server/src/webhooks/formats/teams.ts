import { cut, type Message } from './message.ts';

// Teams refuses messages of more than 28 KB.
const LONGEST_TITLE = 500;
const LONGEST_TEXT = 4_000;

/** A message for the Teams workflow "Post to a channel when a webhook request is received": an Adaptive Card. */
export function teamsMessage({ title, text, link, isTest }: Message): object {
  const heading = cut(isTest ? `Test: ${title}` : title, LONGEST_TITLE);
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          fallbackText: heading,
          body: [
            plain(heading, { weight: 'Bolder', size: 'Medium' }),
            ...(text === '' ? [] : [plain(cut(text, LONGEST_TEXT))]),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open in the dashboard', url: link }],
        },
      },
    ],
  };
}

/** A `TextRun` has no Markdown, so nothing in the text becomes a link or an image. */
function plain(text: string, style: object = {}) {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...style }] };
}
