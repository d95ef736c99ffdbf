/**
 * When an answer changes by time alone: a link runs out, a lead becomes late, a shift begins. The answer itself says so. It shows
 * each such moment, and where nothing else shows the next one it has a field `changesAt`. Pure.
 */

/** A time as the server writes it. */
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const never = Number.POSITIVE_INFINITY;

/**
 * The first moment that an answer shows after it was written, in milliseconds since 1970; infinity when it shows none.
 *
 * @param askedMs when it was asked for. A part that has a `serverNow` was written then.
 */
export function nextMoment(answer: unknown, askedMs: number): number {
  if (typeof answer === 'string') {
    const atMs = isTime.test(answer) ? Date.parse(answer) : 0;
    return atMs > askedMs ? atMs : never;
  }
  if (typeof answer !== 'object' || answer === null) return never;
  const { serverNow } = answer as { readonly serverNow?: string };
  const writtenMs = serverNow === undefined ? askedMs : Date.parse(serverNow);
  return Math.min(...Object.values(answer).map((part) => nextMoment(part, writtenMs)));
}
