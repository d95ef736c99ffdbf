/** A time of day as the desk says it: `9:04:12 pm`. */
export function timeOfDay(at: string | number): string {
  const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' }).format(
    new Date(at),
  );
  return time.replace(/\u202f/g, ' ').toLowerCase();
}
