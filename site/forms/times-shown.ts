import { plainTime } from '#contract/plain-time.ts';

/** When something was, in the visitor's time zone: `9:06 pm`, or `Nov 21, 9:06 pm` when that was not today. */
export const clockTime = (time: Date): string =>
  plainTime(
    time.toLocaleString('en-US', {
      ...(time.toDateString() !== new Date().toDateString() && { month: 'short', day: 'numeric' }),
      hour: 'numeric',
      minute: 'numeric',
    }),
  );

/** `November 21, 2026 at 9:06:12 pm EST`, in the visitor's zone, which is named: the mail about the form uses the provider's. */
export const dateAndTime = (time: Date): string =>
  plainTime(time.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'long' }));
