const clock = { hour: 'numeric', minute: '2-digit' } as const;

/** A text of the browser's clock with plain spaces and a small `am` or `pm`. */
const plain = (text: string): string => text.replace(/\s/g, ' ').replace(/ [AP]M/, (half) => half.toLowerCase());

/** A time of day in the visitor's time zone: `9:06 pm`. */
export const clockTime = (time: Date): string => plain(time.toLocaleTimeString('en-US', clock));

/**
 * `November 21, 2026, 9:06 pm EST`, in the visitor's time zone. The zone is named, because the mail about the same form has
 * its time in the provider's.
 */
export const dateAndTime = (time: Date): string =>
  `${time.toLocaleDateString('en-US', { dateStyle: 'long' })}, ${plain(time.toLocaleTimeString('en-US', { ...clock, timeZoneName: 'short' }))}`;
