const clock = (time: Date, more?: Intl.DateTimeFormatOptions): string =>
  time
    .toLocaleString('en-US', { ...more, hour: 'numeric', minute: '2-digit' })
    .replace(/\s/g, ' ')
    .replace(' at', ',')
    .replace(/[AP]M/, (half) => half.toLowerCase());

/** A time of day in the visitor's time zone: `9:06 pm`. */
export const clockTime = (time: Date): string => clock(time);

/**
 * `November 21, 2026, 9:06 pm EST`, in the visitor's time zone. The zone is named, because the mail about the same form has
 * its time in the provider's.
 */
export const dateAndTime = (time: Date): string =>
  clock(time, { year: 'numeric', month: 'long', day: 'numeric', timeZoneName: 'short' });
