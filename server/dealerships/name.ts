/** A dealership's name for comparison: without differences of case, spacing and Unicode form. */
export const nameKeyOf = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Whether a text is a time zone of the IANA database, such as `America/Chicago`. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return /^[A-Za-z]/.test(zone);
  } catch {
    return false;
  }
}
