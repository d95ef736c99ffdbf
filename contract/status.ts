/** The words of the measured figures that the site shows. It loads no schema library. */

export const statusPath = '/status.json';

/** The id of the JSON block that carries `ShownFigures` in every page. */
export const figuresBlockId = 'shown-figures';

/** The figures that the running system measures. What each means is in `brand/figures.ts`. */
export const measuredNames = ['setup', 'accept', 'availability', 'uptime'] as const;
export type MeasuredName = (typeof measuredNames)[number];

/** The figures on the pages that a measured value can replace. */
export type ShownName = Exclude<MeasuredName, 'accept'>;

/** A measured figure as a page shows it. */
export interface ShownFigure {
  /** The value: `8.4 s`. */
  readonly value: string;
  /** The value as screen readers read it: `8.4 seconds`. */
  readonly spoken: string;
  /** What the value was made from: `Median of 312 requests, last 90 days. Target: under 10 seconds.` */
  readonly note: string;
}

/** The figures with enough measured cases. A figure that is absent is still a target. */
export type ShownFigures = Readonly<Partial<Record<ShownName, ShownFigure>>>;
