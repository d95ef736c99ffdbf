/**
 * Plays nights.
 *
 *   npm run simulate -- --seed N [--nights K] [--log]
 */
import './globals.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    nights: { type: 'string', default: '1' },
    log: { type: 'boolean', default: false },
  },
});

const lastSteps = 40;
const siteDir = mkdtempSync(join(tmpdir(), 'boxline-site-'));
const { writeBareSiteInto } = await import('../support/bare-site.ts');
writeBareSiteInto(siteDir);
const { openTheatre, playNight } = await import('./night.ts');
const theatre = await openTheatre(siteDir);
let failed = 0;
let steps = 0;
const began = performance.now();
const [first, count] = [Number(values.seed), Number(values.nights)];
try {
  for (let seed = first; seed < first + count; seed++) {
    const played = await playNight(theatre, seed);
    steps += played.steps;
    if (values.log) process.stdout.write(`${played.log.join('\n')}\n`);
    if (played.failure === undefined) continue;
    failed += 1;
    const { failure } = played;
    const why =
      failure instanceof Error ? (failure.name === 'Violation' ? failure.message : failure.stack) : String(failure);
    process.stdout.write(
      `Night ${seed} failed after ${played.steps} steps: ${why}\nIts last steps:\n${played.log.slice(-lastSteps).join('\n')}\nnpm run simulate -- --seed ${seed}\n\n`,
    );
  }
} finally {
  theatre.close();
  rmSync(siteDir, { recursive: true, force: true });
}
const seconds = (performance.now() - began) / 1000;
process.stdout.write(
  `${count - failed} nights passed, ${failed} failed, ${steps} steps, ${(count / seconds).toFixed(1)} nights a second\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
