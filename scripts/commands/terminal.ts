/** Makes text for a terminal, a table or JSON. Control characters become codes, so no typed text controls the terminal. Pure. */
import { brand } from '#brand/brand.ts';

/** Control characters, and format characters such as marks that change the direction of text. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const asEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const asEscapes = (character: string) => character.split('').map(asEscape).join('');

/** Makes a text harmless on one line: line breaks become spaces, and what moves the cursor or turns the text becomes codes. */
export const oneLine = (text: string): string => text.replace(/[\r\n\t]+/g, ' ').replace(unprintable, asEscapes);

/** Makes a text of several lines harmless, line by line like `oneLine`. */
export const severalLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(unprintable, asEscapes))
    .join('\n');

/** JSON that parses the same and is harmless on a terminal. JSON has none of these characters outside its strings. */
export const toJson = (value: unknown): string => JSON.stringify(value).replace(unprintable, asEscapes);

/** The columns of a table: each heading with its width in characters. Longer text is cut, except in the last column. */
export type Columns = Readonly<Record<string, number>>;

function cutTo(text: string, width: number): string {
  const characters = [...text];
  if (characters.length <= width) return text.padEnd(width);
  const cut = characters.slice(0, width - 1).join('');
  // The beginning of a code says nothing.
  return `${cut.replace(/\\(?:u[0-9a-f]{0,3})?$/, '')}…`.padEnd(width);
}

/** Writes a line of a table from cells as they are stored. */
export function tableLine(columns: Columns, cells: readonly string[]): string {
  const widths = Object.values(columns);
  const texts = widths.map((width, at) => {
    const text = oneLine(cells[at] ?? '');
    return at === widths.length - 1 ? text : cutTo(text, width);
  });
  return texts.join('  ').trimEnd();
}

export const tableHead = (columns: Columns): string => tableLine(columns, Object.keys(columns));

const units: readonly (readonly [number, string])[] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
];

/** A span in its largest whole unit: `3 d`, `5 h`, `12 min`, `40 s`. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [length, name] = units.find(([unit]) => seconds >= unit) ?? [1, 's'];
  return `${Math.floor(seconds / length)} ${name}`;
}

/** A time in the brand's zone, to the minute, with the zone's name: `2026-11-21 09:04 EST`. */
export function clockTime(time: string, timeZone: string = brand.timeZone): string {
  const at = new Date(time);
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at);
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(at);
  return `${clock} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`;
}
