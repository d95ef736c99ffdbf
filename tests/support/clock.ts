/** A clock that a test moves. */
export function testClock(start = '2026-11-21T14:00:00.000Z') {
  let ms = Date.parse(start);
  return {
    now: () => new Date(ms),
    advance(byMs: number) {
      ms += byMs;
    },
    set(to: string | Date) {
      ms = new Date(to).getTime();
    },
  };
}
