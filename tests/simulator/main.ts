/**
 * Plays nights.
 *
 *   npm run simulate -- --seed N [--nights K] [--log] [--undo MENDING] [--stop-at-first]
 */
import './globals.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { accidents } from './accidents.ts';
import { undo, undoings } from './undo.ts';

function readNumber(typed: string): number {
  if (!/^\d{1,9}$/.test(typed)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(typed);
}

const values = new Command('npm run simulate --')
  .description('Plays nights of dealers, agents, two servers and many faults, and checks what must hold.')
  .helpOption('--help', 'this text')
  .showHelpAfterError()
  .option('--seed <n>', 'the first night', readNumber, 1)
  .option('--nights <n>', 'how many nights', readNumber, 1)
  .option('--log', 'writes everything that happened', false)
  .addOption(new Option('--undo <mending>', 'undoes a correction').choices(Object.keys(undoings)))
  .option('--stop-at-first', 'ends after the first night that fails', false)
  // As the other commands: 2 for a command line that cannot be read.
  .exitOverride(({ exitCode }) => process.exit(exitCode && 2))
  .parse()
  .opts();

const lastSteps = 40;
const siteDir = mkdtempSync(join(tmpdir(), 'boxline-site-'));
const { writeBareSiteInto } = await import('../support/bare-site.ts');
writeBareSiteInto(siteDir);
const checkUndone = values.undo === undefined ? () => {} : undo(values.undo);
const { openTheatre, playNight } = await import('./night.ts');
checkUndone();
const theatre = await openTheatre(siteDir);
let failed = 0;
let steps = 0;
let nights = 0;
const happened = new Set<string>();
const began = performance.now();
const cpuBefore = process.cpuUsage();
const { seed: first, nights: count } = values;
try {
  for (let seed = first; seed < first + count; seed++) {
    if (failed > 0 && values.stopAtFirst) break;
    const played = await playNight(theatre, seed);
    steps += played.steps;
    nights += 1;
    for (const where of accidents) if (played.log.some((line) => line.endsWith(` at ${where}`))) happened.add(where);
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
process.stdout.write(`Accidents at ${[...happened].join(', ')}\n`);
const seconds = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
const each = (total: number) => (total / nights).toFixed(0);
process.stdout.write(
  `${nights - failed} nights passed, ${failed} failed; ${each(steps)} steps and ${each((user + system) / 1000)} ms of the processor a night, ${(nights / seconds).toFixed(1)} nights a second, ${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
