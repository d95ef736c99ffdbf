/** The text part of a mail: the same words, readable in any terminal. Pure. */

/** Columns, wide enough for every label. */
const width = 28;

/** Blocks with an empty line between them; empty ones leave nothing. */
export const blocks = (...parts: readonly (string | undefined | false)[]): string =>
  `${parts.filter((part) => part).join('\n\n')}\n`;

export const underlined = (heading: string): string => `${heading}\n${'-'.repeat(heading.length)}`;

/**
 * `Label:   value` in columns. Every further line of a value is indented, so that nothing that was typed can look like a
 * line of ours.
 */
export function row(label: string, value: string): string {
  const head = `${label}${label.endsWith('?') ? '' : ':'} `.padEnd(width);
  const indent = ' '.repeat(width);
  const texts = value.split('\n');
  return head.length > width
    ? [head, ...texts.map((text) => indent + text)].join('\n')
    : [head + (texts[0] ?? ''), ...texts.slice(1).map((text) => indent + text)].join('\n');
}
