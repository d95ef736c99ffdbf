/** A time of day in the visitor's time zone: `9:06 pm`. */
export const clockTime = (time: Date): string =>
  time.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }).replace(/\s/g, ' ').toLowerCase();

/** `November 21, 2026, 9:06 pm` */
export const dateAndTime = (time: Date): string =>
  `${time.toLocaleDateString('en-US', { dateStyle: 'long' })}, ${clockTime(time)}`;
