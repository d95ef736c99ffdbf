/** Spans of time in milliseconds; the end is exclusive. `union` returns sorted spans that do not touch. Pure. */

export type Span = readonly [fromMs: number, toMs: number];

/** The time covered by at least one span. */
export function union(spans: readonly Span[]): Span[] {
  const apart: [number, number][] = [];
  for (const [fromMs, toMs] of spans.toSorted(([one], [other]) => one - other)) {
    if (toMs <= fromMs) continue;
    const last = apart.at(-1);
    if (last && fromMs <= last[1]) last[1] = Math.max(last[1], toMs);
    else apart.push([fromMs, toMs]);
  }
  return apart;
}

/** The parts of the spans between two moments. */
export const within = (spans: readonly Span[], [fromMs, toMs]: Span): Span[] =>
  spans.map(([from, to]): Span => [Math.max(from, fromMs), Math.min(to, toMs)]).filter(([from, to]) => from < to);

/** The time covered by both. Each must be a union. */
export function intersection(some: readonly Span[], others: readonly Span[]): Span[] {
  const both: Span[] = [];
  let next = 0;
  for (const span of some) {
    while ((others[next]?.[1] ?? Number.POSITIVE_INFINITY) <= span[0]) next += 1;
    for (let at = next; at < others.length; at += 1) {
      const other = others[at];
      if (!other || other[0] >= span[1]) break;
      both.push([Math.max(span[0], other[0]), Math.min(span[1], other[1])]);
    }
  }
  return both;
}

export const lengthMs = (spans: readonly Span[]): number => spans.reduce((sum, [from, to]) => sum + to - from, 0);
