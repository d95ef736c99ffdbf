const plain = (text: string): string => text.replace(/\s/g, ' ').replace(/[AP]M/, (half) => half.toLowerCase());

/** A time of day in the visitor's time zone: `9:06 pm`. */
export const clockTime = (time: Date): string => plain(time.toLocaleTimeString('en-US', { timeStyle: 'short' }));

/**
 * `November 21, 2026 at 9:06:12 pm EST`, in the visitor's time zone. The zone is named, because the mail about the same form
 * has its time in the provider's.
 */
export const dateAndTime = (time: Date): string =>
  plain(time.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'long' }));
