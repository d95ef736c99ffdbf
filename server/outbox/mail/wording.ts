/** Writes times, names and telephone numbers for mails, texts and commands. Pure. */
import { readPhone } from '#server/phone.ts';

/** The beginning of a text that its recipient may have had before. */
export const sentAgain = 'Sent again. ';

/** The longest text that a kind of message may write, in characters: a provider takes 1600 (Twilio Messages, `Body`), `sentAgain` included. */
export const longestText = 1600 - sentAgain.length;

/** Keeps one format for each time zone, because making one takes longer than composing a mail. */
function formatsByZone(options: Intl.DateTimeFormatOptions): (time: string | Date, timeZone: string) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (time, timeZone) => {
    const make = () => new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    return formats.getOrInsertComputed(timeZone, make).format(new Date(time)).replaceAll('\u202f', ' ');
  };
}

const clock = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/** A time with the zone's name: `Sat, Nov 21, 2026, 9:04 PM EST`. */
export const wordTime = formatsByZone({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  ...clock,
});

/** The time of day with the zone's name, for a text that is read at once: `9:04 PM EST`. */
export const wordClock: (time: string, timeZone: string) => string = formatsByZone(clock);

const longestInSubject = 60;

/**
 * A name for a subject: one line of at most 60 letters, digits and marks of names. Nothing else typed gets into a header. A colon stays
 * only before a blank, so that no name is a link; a mark stays only after a letter, so that nothing is left of a drawing.
 */
export function inSubject(name: string): string {
  const plain = name
    .replace(/[^\p{L}\p{M}\p{N}&'’‘“”.,()/ +#$%!?@:*–—-]+|:(?=\S)/gu, ' ')
    .replace(/(?<![\p{L}\p{M}\p{N}])\p{M}+/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  const letters = [...plain];
  return letters.length > longestInSubject
    ? `${letters
        .slice(0, longestInSubject - 1)
        .join('')
        .trimEnd()}…`
    : plain;
}

/** The subject of a mail, such as `Dealer inquiry: Harbor Point Motors, BX-7K2M-90QF`. */
export function subjectOf(what: string, name: string, reference: string): string {
  const plain = inSubject(name);
  return plain === '' ? `${what}: ${reference}` : `${what}: ${plain}, ${reference}`;
}

/**
 * A link that dials a typed telephone number. Undefined for any other text, so that nothing else that was typed becomes a link.
 */
export const telLink = (typed: string): string | undefined => readPhone(typed)?.getURI();
