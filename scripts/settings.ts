/** `npm run settings`: the operator's switches and settings, changed while the server runs, as under Settings in the desk. */
import { Argument } from '@commander-js/extra-typings';
import { lists } from '#brand/lists.ts';
import { settingRefusals } from '#contract/desk/setting-endpoints.ts';
import { type LenderHours, lenderDays, type OpenHours, type RecipientKind } from '#contract/desk/settings.ts';
import { type Config, operatorAddresses } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import { isTimeZone } from '#server/dealerships/service.ts';
import { readText } from '#server/durable-files.ts';
import { lockPeople, whyNobodyIsReached } from '#server/people/service.ts';
import { createSettings, type SettingOutcome } from '#server/settings/service.ts';
import { auditOf } from './commands/audit.ts';
import { codesOf } from './commands/codes.ts';
import { CommandError } from './commands/failures.ts';
import { type Declare, runAsProcess, subcommand } from './commands/run.ts';

const onOrOff = () => new Argument('<value>').choices(['on', 'off']);

/** The server's settings. The audit log names no person for changes by a command. */
const settingsOf = (storage: Storage, config: Config, now: () => Date) =>
  createSettings({
    storage,
    audit: auditOf(config, now),
    now,
    whyNobodyIsReached: (db) => whyNobodyIsReached({ db }, config),
    lockShifts: (trx) => lockPeople(trx),
    sharedCodes: codesOf(storage, config, now),
    lenders: lists.lenders,
    isTimeZone,
  });

/** A command that was told all of a new value names no version that it saw, so its change never conflicts with another one. */
const byCommand = { by: null };

type Refusal = keyof typeof settingRefusals;

/** Throws a refusal in the words of the desk. */
function checked(outcome: SettingOutcome<Refusal>): void {
  if (outcome.kind === 'changed') {
    throw new CommandError('Somebody else changed it at this moment. Nothing was changed. Look, and run it again.');
  }
  if (outcome.kind === 'refused') throw new CommandError(outcome.text ?? settingRefusals[outcome.why].text);
}

const hoursText = (hours: OpenHours | null): string => (hours ? `${hours.from}-${hours.until}` : 'closed');

const lenderText = (hours: LenderHours): string =>
  `${hours.lender}: ${Object.entries(lenderDays)
    .map(([day, label]) => `${label} ${hoursText(hours[day as keyof typeof lenderDays])}`)
    .join(', ')} (${hours.zone})${hours.note && ` ${hours.note}`}`;

/** Reads hours: `HH:MM-HH:MM`, or `closed`. */
function readHours(typed: string): OpenHours | null {
  if (typed === 'closed') return null;
  const [, from, until] = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.exec(typed) ?? [];
  if (!from || !until) throw new CommandError('Hours are written as 08:00-21:00, or closed.');
  return { from, until };
}

const recipientOf = (typed: string) =>
  ({ kind: (typed.includes('@') ? 'mail' : 'phone') satisfies RecipientKind, value: typed }) as const;

export const settings: Declare = (command, { now, withStorage, path, write }) => {
  const opened = <T>(work: (settings: ReturnType<typeof settingsOf>, config: Config) => Promise<T>) =>
    withStorage((storage, config) => work(settingsOf(storage, config, now), config));

  async function showSwitches(all: ReturnType<typeof settingsOf>): Promise<void> {
    const { textAgent, sharedCode } = await all.view();
    await write(`text-agent ${textAgent.on ? 'on' : 'off'}\n`);
    await write(`shared-code ${sharedCode.on ? 'on' : 'off'}\n`);
  }

  async function show(all: ReturnType<typeof settingsOf>, config: Config): Promise<void> {
    const { alertRecipients, jacket, lenderHours } = await all.view();
    await showSwitches(all);
    for (const mail of operatorAddresses(config)) await write(`alert-recipient ${mail} (MAIL_TO)\n`);
    const { phone } = config.alerts;
    if (phone) await write(`alert-recipient ${phone} (ALERT_PHONE)\n`);
    for (const { value } of alertRecipients.further) await write(`alert-recipient ${value}\n`);
    for (const { item, label } of jacket.items) await write(`jacket ${item}: ${label}\n`);
    for (const { item, label } of jacket.retired) await write(`jacket (retired) ${item}: ${label}\n`);
    for (const hours of lenderHours.hours) await write(`lender ${lenderText(hours)}\n`);
  }

  command.description('Shows the settings.').action(() => opened(show));
  command
    .command('text-agent')
    .description(
      'on: dealerships may ask for an agent by text, at once; refused while nobody would be reached. off: Text Agent is "Coming Soon"',
    )
    .addArgument(onOrOff())
    .action((value) =>
      opened(async (all) => {
        checked(await all.setTextAgent(value === 'on', byCommand));
        await showSwitches(all);
      }),
    );
  command
    .command('shared-code')
    .description(
      'off: ends every code that dealerships share, and their sessions, within a second; refused while no dealership has a code of its own. on: lets npm run codes issue shared codes again; the ones that were ended stay ended',
    )
    .addArgument(onOrOff())
    .option('--force', 'ends them all the same: nobody can open the portal until you issue a code')
    .action((value, { force = false }) =>
      opened(async (all) => {
        const outcome = await all.setSharedCode(value === 'on', force, byCommand);
        if (outcome.kind === 'refused') {
          throw new CommandError(
            'No dealership has a code of its own yet, so nobody could open the portal. Issue one first ' +
              '(npm run codes -- issue --dealership NAME), or say --force.',
          );
        }
        if (value === 'on') await write('Shared codes may be issued. Make one with: npm run codes -- issue\n');
        else await write(`Shared codes that were ended: ${outcome.kind === 'done' ? (outcome.count ?? 0) : 0}\n`);
        await showSwitches(all);
      }),
    );
  command
    .command('alert-recipients')
    .description(
      'says who hears of alerts beside MAIL_TO and ALERT_PHONE, in the place of those before; without any it shows them',
    )
    .argument('[recipients...]', 'e-mail addresses and telephone numbers; none: nobody else')
    .action((typed) =>
      opened(async (all, config) => {
        const wanted = typed.join() === 'none' ? [] : typed.map(recipientOf);
        if (typed.length > 0) checked(await all.setAlertRecipients(wanted, byCommand));
        await show(all, config);
      }),
    );
  command
    .command('jacket')
    .description(
      'puts the items of a file, one a line, in the place of the jacket checklist; a known one is ITEM, or ITEM: NEW LABEL',
    )
    .argument('<file>', 'the file', path)
    .action((file) =>
      opened(async (all, config) => {
        const lines = readText(file).split(/\r?\n/);
        const { jacket } = await all.view();
        // The names of items are in lower case.
        const known = new Map([...jacket.items, ...jacket.retired].map(({ item, label }) => [item, label]));
        const wanted = lines
          .filter((line) => line.trim() !== '')
          .map((line) => {
            const [, typed = '', label] = /^\s*(\w+)\s*(?::(.*))?$/.exec(line) ?? [];
            const item = typed.toLowerCase();
            const before = known.get(item);
            return before === undefined ? { item: null, label: line } : { item, label: label ?? before };
          });
        // An item without a label keeps the one that was read above, so the change is made to that version.
        checked(await all.setJacket(wanted, { ...byCommand, version: jacket.version }));
        await show(all, config);
      }),
    );
  subcommand(command, 'lender', 'says when a lender answers; a day is written as 08:00-21:00, or closed')
    .argument('<lender>', 'its name')
    .argument('<zone>', 'its time zone, such as America/Chicago')
    .argument('<weekdays>')
    .argument('<saturday>')
    .argument('<sunday>')
    .option('--note <text>', 'a note beside it', '')
    .action((lender, zone, weekdays, saturday, sunday, { note }) =>
      opened(async (all, config) => {
        const one = {
          lender,
          zone,
          weekdays: readHours(weekdays),
          saturday: readHours(saturday),
          sunday: readHours(sunday),
          note,
        };
        checked(await all.setHoursOfLender(one, byCommand));
        await show(all, config);
      }),
    );
};

if (import.meta.main) await runAsProcess('settings', settings);
