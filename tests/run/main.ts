/**
 * Runs the checks and tests one after the other: one line for each, its words only when it fails, the sum at the end.
 * `npm test`, `npm run test:faults` and `npm run test:browsers` start it after the packages are installed.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { variables } from '#server/config/variables.ts';
import { projectNode } from '../../scripts/bootstrap/node.mjs';
import { run } from '../../scripts/bootstrap/run.mjs';
import { type Counts, lastLine, readReport, skipLines, sum } from './counts.ts';
import { chooseSteps, everyEngine, everyStep, longFaults, type Step } from './steps.ts';
import { ensureTool, headlessShell, postgres, tools } from './tools.ts';

const reports = 'artifacts/test';
const nameWidth = 22;

const one = (outcome: Partial<Counts>): Counts => ({ passed: 0, failed: 0, skipped: [], ...outcome });
const say = (text: string) => console.log(text);

/** Tests bring their own settings; a developer's, or a production database's address, must not reach them. */
const withoutSettings = Object.fromEntries([...Object.keys(variables), 'NODE_ENV'].map((name) => [name, undefined]));

function countsOf({ runner, name }: Step, code: number, report: string, timedOut: boolean): Counts {
  if (!runner) return one(code === 0 ? { passed: 1 } : { failed: 1 });
  const counts = readReport(runner, report) ?? one({});
  if (counts.failed > 0) return counts;
  // A runner that broke, ran nothing or was cut off has failed, whatever it counted.
  if (code !== 0 || timedOut) return { ...counts, failed: 1 };
  if (counts.passed + counts.skipped.length > 0 || narrowed) return counts;
  say(`${name} ran no test`);
  return one({ failed: 1 });
}

async function runStep(step: Step): Promise<Counts> {
  const { name, command, withinMs, env, runner } = step;
  const report = join(reports, `${name.replaceAll(/\W+/g, '-')}.json`);
  const [program, ...args] = command;
  const startedAt = performance.now();
  const { code, output, timedOut } = await run(program === 'node' ? projectNode() : program, args, {
    capture: true,
    timeoutMs: withinMs,
    env: { ...withoutSettings, ...env, TEST_COUNTS: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const counts = countsOf(step, code, report, timedOut);
  const seconds = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(7);
  const verdict = counts.failed > 0 ? 'FAILED' : 'ok';
  say(`${name.padEnd(nameWidth)}${verdict.padEnd(7)}${seconds}${runner ? `   ${lastLine(counts)}` : ''}`);
  if (counts.failed > 0) {
    say(output.trimEnd());
    if (timedOut) say(`${name} was ended: it took longer than ${withinMs / 1000} s`);
  }
  return counts;
}

const words = process.argv.slice(2);
/** Other runs than `npm test`, by the word that begins their command line. */
const others: Readonly<Record<string, readonly Step[]>> = { '--long-faults': longFaults, '--browsers': everyEngine };
const other = others[words[0] ?? ''];
const filter = other ? words.slice(1) : words;
const narrowed = filter.length > 0;
const steps = chooseSteps(other ?? everyStep, filter);

let interrupted = false;
process.once('SIGINT', () => {
  interrupted = true;
});

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
// The vitest projects skip their PostgreSQL half by themselves when it is still missing.
const missingPostgres = steps.some(({ runner }) => runner === 'vitest') ? await ensureTool(postgres, say) : undefined;
if (missingPostgres) say(missingPostgres);
const missingShell = steps.some(({ needs }) => needs === 'chromium') ? await ensureTool(headlessShell, say) : undefined;
if (missingShell) say(missingShell);

const all: Counts[] = [];
for (const step of steps) {
  if (interrupted) break;
  const missing = step.needs && (await ensureTool(tools[step.needs], say));
  if (missing) {
    say(`${step.name.padEnd(nameWidth)}skipped`);
    all.push(one({ skipped: [{ title: step.name, reason: missing }] }));
  } else {
    all.push(await runStep(step));
  }
}

const total = sum(all);
if (total.passed + total.failed === 0) say('No test was run');
for (const line of skipLines(total)) say(line);
say(lastLine(total));
process.exitCode = interrupted ? 130 : total.failed > 0 || total.passed === 0 ? 1 : 0;
