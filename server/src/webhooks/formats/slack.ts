import { cut, type Message } from './message.ts';

// Slack refuses a section with more than 3,000 characters. An escaped character can take five.
const LONGEST_TEXT = 550;

/** A message for an incoming webhook of Slack: blocks, and a text for notifications. */
export function slackMessage({ title, text, link, isTest }: Message): object {
  const heading = escapeText(cut(isTest ? `Test: ${title}` : title, LONGEST_TEXT));
  const body = escapeText(cut(text, LONGEST_TEXT));
  return {
    text: heading,
    unfurl_links: false,
    blocks: [
      section(`*${heading}*`),
      ...(body === '' ? [] : [section(body)]),
      { type: 'context', elements: [mrkdwn(`<${escapeText(link)}|Open in the dashboard>`)] },
    ],
  };
}

function section(text: string) {
  return { type: 'section', text: mrkdwn(text) };
}

/** Verbatim: names and addresses in the text do not become links or mentions. */
function mrkdwn(text: string) {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** The three characters that Slack reads as markup: `<!channel>` would notify everyone. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
