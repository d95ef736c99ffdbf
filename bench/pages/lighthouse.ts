/** Lighthouse, driving a Chromium that listens on a port. */
import lighthouse from 'lighthouse';
import { quantile } from '../measure.ts';

const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export type Scores = Readonly<Record<(typeof categories)[number], number>>;

interface Applied {
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly cls: number;
  readonly tbtMs: number;
}

async function run(url: string, port: number, throttlingMethod: 'simulate' | 'devtools', onlyCategories: string[]) {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'silent', throttlingMethod, onlyCategories });
  if (!result) throw new Error(`Lighthouse said nothing about ${url}`);
  if (result.lhr.runtimeError) throw new Error(`${url}: ${result.lhr.runtimeError.message}`);
  return result.lhr;
}

/**
 * The four scores of a page on a phone, from 0 to 100, with simulated throttling. Each is the median of its own over all runs. Also
 * names the audits that cost points in the last run.
 */
export async function scoresOf(url: string, port: number, runs: number): Promise<{ scores: Scores; losses: string[] }> {
  const all: Record<string, number[]> = Object.fromEntries(categories.map((category) => [category, []]));
  let losses: string[] = [];
  for (let count = 0; count < runs; count += 1) {
    const { categories: found, audits } = await run(url, port, 'simulate', [...categories]);
    for (const category of categories) all[category]?.push(Math.round((found[category]?.score ?? Number.NaN) * 100));
    losses = Object.values(found).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9).map(({ id }) => id),
    );
  }
  const scores = Object.fromEntries(categories.map((category) => [category, median(all[category] ?? [])])) as Scores;
  return { scores, losses };
}

/**
 * What a page takes on a phone's processor and a slow 4G network when both limits are really applied: the medians over all runs.
 */
export async function appliedOf(url: string, port: number, runs: number): Promise<Applied> {
  const found: ((id: string) => number)[] = [];
  for (let count = 0; count < runs; count += 1) {
    const { audits } = await run(url, port, 'devtools', ['performance']);
    found.push((id: string) => audits[id]?.numericValue ?? Number.NaN);
  }
  const middle = (id: string) => median(found.map((value) => value(id)));
  return {
    fcpMs: middle('first-contentful-paint'),
    lcpMs: middle('largest-contentful-paint'),
    cls: middle('cumulative-layout-shift'),
    tbtMs: middle('total-blocking-time'),
  };
}
