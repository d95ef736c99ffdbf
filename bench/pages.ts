/**
 * What each public page costs, and how it feels on a phone. Printed beside the goals, and not gated: the times are this
 * machine's.
 *
 *   npm run bench:pages [-- --page=/about] [-- --runs=5]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { freePort } from '../scripts/free-port.ts';
import { launchChromium } from '../tests/support/launch-chromium.ts';
import { startServer } from '../tests/support/server-process.ts';
import { startBarePage } from './pages/bare-page.ts';
import { interactions, type Journey, makeJourney, phone, slowerBy } from './pages/journey.ts';
import { appliedOf, type Scores, scoresOf } from './pages/lighthouse.ts';
import { countWeight, type Weight } from './pages/weight.ts';

/** The pause until the splash and the typewriter have ended. */
const restAfterMs = 9000;
const restForMs = 5000;

const { values } = parseArgs({ options: { page: { type: 'string' }, runs: { type: 'string', default: '5' } } });
const runs = Number(values.runs);
const publicPaths = Object.entries(pages).flatMap(([page, path]) =>
  ['thank-you', 'not-found', 'agent'].includes(page) ? [] : [path],
);
const wanted = publicPaths.filter((path) => !values.page || path === values.page);
if (wanted.length === 0) throw new Error(`--page is one of ${publicPaths.join(', ')}`);

const say = (text: string) => process.stdout.write(`${text}\n`);
const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

interface Visit {
  readonly before: Weight;
  readonly after: Weight;
  readonly journey: Journey;
  /** The milliseconds of each second in which the main thread is busy. */
  readonly atRest: number;
}

/** Loads the page, waits until it is at rest, and makes the journey. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const weight = await countWeight(page);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const busyS = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    };
    await page.goto(url);
    await page.waitForTimeout(restAfterMs);
    const before = weight();
    const busyBefore = await busyS();
    await page.waitForTimeout(restForMs);
    const atRest = ((await busyS()) - busyBefore) / (restForMs / 1e6);
    const journey = await makeJourney(page, session);
    return { before, after: weight(), journey, atRest };
  } finally {
    await context.close();
  }
}

/** The goals of each page that search engines list. */
const most = { lcpMs: 900, interactionMs: 80, score: 100 };

const goals = `Goals: at most 14 kB of HTML and CSS, 68 kB of script on home before interaction, 8 requests with the icon; ${most.score} in all four
of Lighthouse; applied LCP ${most.lcpMs / 1000} s, CLS 0.00; ${interactions} interactions at ${slowerBy}x CPU of at most ${most.interactionMs} ms; at most 8 ms/s of main thread at rest`;

/** The goals that a page listed by search engines misses, in words. */
function missed(lcpMs: number, worstMs: number, scores: Scores): string[] {
  return [
    ...(lcpMs > most.lcpMs ? [`LCP ${Math.round(lcpMs)} ms`] : []),
    ...(worstMs > most.interactionMs ? [`an interaction of ${worstMs} ms`] : []),
    ...Object.entries(scores).flatMap(([category, score]) => (score < most.score ? [`${category} ${score}`] : [])),
  ];
}

const port = await freePort();
const browser = await launchChromium([`--remote-debugging-port=${port}`]);
const folder = mkdtempSync(join(tmpdir(), 'boxline-bench-'));
const bare = await startBarePage();
const server = await startServer({
  folder,
  env: { DATA_DIR: join(folder, 'data'), LIMIT_REQUESTS_PER_ADDRESS: '1000000/60' },
});
try {
  say(goals);
  const least = (await appliedOf(bare.url, port, runs)).lcpMs;
  say(`\na page of one heading, on this machine: applied LCP ${Math.round(least)} ms`);
  for (const path of wanted) {
    const url = `${server.url}${path}`;
    const { before, after, journey, atRest } = await visit(browser, url);
    const { scores, losses } = await scoresOf(url, port, runs);
    const applied = await appliedOf(url, port, Math.min(runs, 3));
    say(`\n${path}`);
    say(
      `  bytes        HTML ${kb(before.html)} with its CSS, font ${kb(before.font)}, script ${kb(before.script)} before interaction, ${kb(after.script)} after the journey`,
    );
    say(`  requests     ${before.requests} with the icon, ${after.requests} after the journey`);
    say(
      `  Lighthouse   ${Object.entries(scores)
        .map(([category, score]) => `${category} ${score}`)
        .join(', ')}, median of ${runs}${losses.length > 0 ? ` (lost by ${losses.join(', ')})` : ''}`,
    );
    say(
      `  applied      FCP ${Math.round(applied.fcpMs)} ms, LCP ${Math.round(applied.lcpMs)} ms (${Math.round(applied.lcpMs - least)} more than that), CLS ${applied.cls.toFixed(3)}, TBT ${Math.round(applied.tbtMs)} ms`,
    );
    say(`  interaction  worst of ${journey.counted} ${journey.worstMs} ms (${journey.worst})`);
    say(`  at rest      ${atRest.toFixed(1)} ms/s of the main thread`);
    // Lighthouse counts it as a fault when a page asks not to be listed.
    const misses = losses.includes('is-crawlable') ? undefined : missed(applied.lcpMs, journey.worstMs, scores);
    say(
      `  goals        ${misses === undefined ? 'not asked of a page that is not listed' : misses.length === 0 ? 'reached' : `missed: ${misses.join(', ')}`}`,
    );
  }
} finally {
  await browser.close();
  await server.stop();
  bare.stop();
  rmSync(folder, { recursive: true, force: true });
}
