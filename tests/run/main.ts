/**
 * Runs the checks and tests: one line for each when it has ended, its words only when it fails, then the times and the sum.
 * `npm test`, `npm run test:faults` and `npm run test:browsers` start it after the packages are installed.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { variables } from '#server/config/variables.ts';
import { projectNode } from '../../scripts/bootstrap/node.mjs';
import { run } from '../../scripts/bootstrap/run.mjs';
import { compileCache } from '../support/compile-cache.ts';
import { memoryFolder } from '../support/postgres-server.ts';
import { type Counts, failLines, lastLine, type Report, readReport, skipLines, slowestFiles, sum } from './counts.ts';
import { build, chooseSteps, everyEngine, everyStep, longFaults, runSteps, type Step, sideBySide } from './steps.ts';
import { arial, ensureTool, headlessShell, postgres, tools } from './tools.ts';

const reports = 'artifacts/test';
const nameWidth = 22;

const one = (outcome: Partial<Counts>): Counts => ({ passed: 0, failed: [], skipped: [], ...outcome });
const say = (text: string) => console.log(text);

/** Tests bring their own settings; a developer's, or a production database's address, must not reach them. */
const withoutSettings = Object.fromEntries([...Object.keys(variables), 'NODE_ENV'].map((name) => [name, undefined]));

/** Chromium shares memory between its processes through temporary files. On a disk they cost a twentieth of its time. */
const forBrowsers = { TMPDIR: memoryFolder() };

interface Outcome {
  readonly step: Step;
  readonly counts: Counts;
  readonly ms: number;
  readonly fileMs: Report['fileMs'];
}

function judge({ runner, name }: Step, code: number, counts: Counts | undefined, timedOut: boolean): Counts {
  if (!runner) return one(code === 0 ? { passed: 1 } : { failed: [name] });
  if (counts && counts.failed.length > 0) return counts;
  // A runner that broke, ran nothing or was cut off has failed, whatever it counted.
  if (code !== 0 || timedOut) return one({ ...counts, failed: [name] });
  if (counts && counts.passed + counts.skipped.length > 0) return counts;
  if (narrowed) return one({});
  say(`${name} ran no test`);
  return one({ failed: [name] });
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(7);

/** What reads the built site cannot pass then, and would fail for many minutes. */
let buildHasFailed = false;

async function runStep(step: Step): Promise<Outcome> {
  const { name, command, withinMs, env, runner, readsBuild } = step;
  if (readsBuild && buildHasFailed) {
    say(`${name.padEnd(nameWidth)}FAILED: the site that it reads was not built`);
    return { step, counts: one({ failed: [name] }), ms: 0, fileMs: {} };
  }
  const missing = step.needs && missingTools.get(step.needs);
  if (missing) {
    say(`${name.padEnd(nameWidth)}skipped`);
    return { step, counts: one({ skipped: [{ title: name, reason: missing }] }), ms: 0, fileMs: {} };
  }
  const file = join(reports, `${name.replaceAll(/\W+/g, '-')}.json`);
  const [program, ...args] = command;
  const startedAt = performance.now();
  const { code, output, timedOut } = await run(program === 'node' ? projectNode() : program, args, {
    capture: true,
    timeoutMs: withinMs,
    env: {
      ...withoutSettings,
      ...compileCache,
      ...(step.needs && forBrowsers),
      ...env,
      TEST_COUNTS: file,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  });
  const ms = performance.now() - startedAt;
  const report = runner && readReport(runner, file);
  const counts = judge(step, code, report?.counts, timedOut);
  const verdict = counts.failed.length > 0 ? 'FAILED' : 'ok';
  say(`${name.padEnd(nameWidth)}${verdict.padEnd(7)}${seconds(ms)}${runner ? `   ${lastLine(counts)}` : ''}`);
  if (counts.failed.length > 0) {
    buildHasFailed ||= name === build.name;
    say(output.trimEnd());
    if (timedOut) say(`${name} was ended: it took longer than ${withinMs / 1000} s`);
  }
  return { step, counts, ms, fileMs: report?.fileMs ?? {} };
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
for (const forChromium of steps.some(({ needs }) => needs === 'chromium') ? [headlessShell, arial] : []) {
  const missing = await ensureTool(forChromium, say);
  if (missing) say(missing);
}

/** Why a tool that a step needs is not there. */
const missingTools = new Map<Step['needs'], string>();
for (const needed of new Set(steps.flatMap(({ needs }) => needs ?? []))) {
  const missing = await ensureTool(tools[needed], say);
  if (missing) missingTools.set(needed, missing);
}

const startedAt = performance.now();
const outcomes = await runSteps(steps, other ? 1 : sideBySide, runStep, () => interrupted);

const slow = outcomes.filter(({ step }) => step.runner).sort((a, b) => b.ms - a.ms);
if (slow.length > 0) say(`Where the time went, of ${seconds(performance.now() - startedAt).trim()}:`);
for (const { step, ms, fileMs } of slow)
  say(`  ${step.name.padEnd(nameWidth - 2)}${seconds(ms)}   most of it in ${slowestFiles(fileMs) || 'no test'}`);

const total = sum(outcomes.map(({ counts }) => counts));
if (total.passed + total.failed.length === 0) say('No test was run');
for (const line of [...skipLines(total), ...failLines(total)]) say(line);
say(lastLine(total));
process.exitCode = interrupted ? 130 : total.failed.length > 0 || total.passed === 0 ? 1 : 0;
