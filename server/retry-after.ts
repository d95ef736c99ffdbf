/**
 * Reads the header `Retry-After`: seconds or a date (RFC 9110 10.2.3).
 *
 * @returns milliseconds from now; undefined when it is absent or cannot be read
 */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
