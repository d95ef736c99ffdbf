/** Writes the text part of a mail, with the same words as the HTML part. Pure. */

/** The width of the label column, in characters. A longer label gets a line of its own. */
const width = 28;

/** Joins blocks with an empty line between them. Empty blocks are left out. */
export const blocks = (...parts: readonly (string | undefined | false)[]): string =>
  `${parts.filter((part) => part).join('\n\n')}\n`;

export const underlined = (heading: string): string => `${heading}\n${'-'.repeat(heading.length)}`;

/**
 * Writes `Label:   value` in columns. Every further line of a value is indented, so that typed text cannot look like a label of ours.
 */
export function row(label: string, value: string): string {
  const head = `${label}${label.endsWith('?') ? '' : ':'} `.padEnd(width);
  const indent = ' '.repeat(width);
  const texts = value.split('\n');
  return head.length > width
    ? [head, ...texts.map((text) => indent + text)].join('\n')
    : [head + (texts[0] ?? ''), ...texts.slice(1).map((text) => indent + text)].join('\n');
}
