/** The work of the desk on a lead, as subcommands of `npm run leads`. They use the same services and words. */
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { brand } from '#brand/brand.ts';
import { lists } from '#brand/lists.ts';
import type { LeadPatch } from '#contract/desk/lead-endpoints.ts';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { actorText, dueWords, eventWords, formNames, type Saying } from '#contract/desk/lead-words.ts';
import { leadRefusals, leadStatuses, leadStatusNames } from '#contract/desk/leads.ts';
import { leadForms } from '#contract/forms.ts';
import { mintId } from '#contract/reference.ts';
import type { Config } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import { freesLead } from '#server/dealerships/service.ts';
import { leadPolicy } from '#server/desk/policy.ts';
import {
  createLeadDesk,
  createLeadIndex,
  createLeadWorks,
  findLeads,
  type LeadOutcome,
  type LeadWork,
} from '#server/leads/service.ts';
import { allPeople } from '#server/people/service.ts';
import { auditOf } from './audit.ts';
import { CommandError } from './failures.ts';
import { type Declare, subcommand } from './run.ts';
import { clockTime, oneLine, toJson } from './terminal.ts';
import { readTime } from './time-text.ts';

const columns = { DUE: 20, REFERENCE: 12, FORM: 8, STATUS: 10, OWNER: 18, DEALERSHIP: 0 };

const forms = leadForms(lists);

const saying: Saying = {
  labelOf: (form, name) => forms[form].fields.find((field) => field.name === name)?.label ?? name,
  timeOf: clockTime,
};

/** The viewer for reading a lead. A command has every permission. */
const reader = { personId: '', role: 'admin' } as const;

function readStatus(typed: string) {
  const status = leadStatusNames.find((name) => name === typed.toLowerCase());
  if (!status) throw new InvalidArgumentError(`It must be one of ${leadStatusNames.join(', ')}.`);
  return status;
}

/** Reads a time, or nothing. */
function readTimeOrNone(typed: string): string | null {
  if (typed.trim() === '') return null;
  const time = readTime(typed.trim(), brand.timeZone);
  if (time === undefined) {
    throw new InvalidArgumentError(`Write a time of ${brand.timeZone} such as 2026-11-24T10:00, or a day, 2026-11-24.`);
  }
  return time;
}

/** The id of the form with a reference. Throws when there is none, or more than one. */
export async function leadIdOf(storage: Storage, reference: string): Promise<string> {
  const found = await findLeads(storage, reference);
  const [one] = found;
  if (!one) throw new CommandError(`There is no lead ${toJson(reference)}. npm run leads lists them.`);
  if (found.length > 1) throw new CommandError(`${found.length} leads have the reference ${toJson(reference)}.`);
  return one.id;
}

async function ownerOf({ db }: Storage, name: string): Promise<string | null> {
  if (name.trim() === '') return null;
  const people = await allPeople(db);
  const [exact, inAnyCase] = [name.trim(), name.trim().toLowerCase()];
  const found =
    people.find((person) => person.name === exact) ?? people.find((person) => person.name.toLowerCase() === inAnyCase);
  if (!found)
    throw new CommandError(
      `There is nobody called ${toJson(name)}. npm run staff -- list shows the people of the desk.`,
    );
  return found.id;
}

const summaryOf = ({ reference, name, status, ownerName, dueAt }: LeadRecord): string =>
  `${reference}  ${oneLine(name)}: ${leadStatuses[status]}, ${oneLine(ownerName ?? 'nobody')}, due ${clockTime(dueAt)}\n`;

export const leadWork: Declare = (command, { now, withStorage, write, writeTable }) => {
  const deskOf = (storage: Storage) =>
    createLeadDesk({
      storage,
      index: createLeadIndex({ storage, forms, now }),
      forms,
      policy: leadPolicy,
      freesLead,
      now,
    });

  const withWork = (work: (storage: Storage, all: LeadWork, config: Config) => Promise<void>) =>
    withStorage((storage, config) => {
      const audit = auditOf(config, now);
      return work(storage, createLeadWorks({ storage, audit, policy: leadPolicy, freesLead, now }), config);
    });

  /** Changes the lead with a reference, and writes its new state. */
  const change = (reference: string, act: (all: LeadWork, id: string, storage: Storage) => Promise<LeadOutcome>) =>
    withWork(async (storage, all) => {
      const outcome = await act(all, await leadIdOf(storage, reference), storage);
      if (outcome.kind === 'refused') {
        // A command has every permission, so `notAllowed` does not happen.
        throw new CommandError(leadRefusals[outcome.why === 'notAllowed' ? 'notFound' : outcome.why].text);
      }
      const lead = await deskOf(storage).record(outcome.id, reader);
      if (lead) await write(summaryOf(lead));
    });

  const edit = (reference: string, patch: (storage: Storage) => Promise<LeadPatch>) =>
    change(reference, async (all, id, storage) => all.edit('command', { id }, await patch(storage)));

  subcommand(command, 'due', 'open leads by when they are due, late ones first')
    .option('--late', 'only those that are late')
    .action(({ late }) =>
      withWork(async (storage) => {
        async function* rows() {
          for await (const row of deskOf(storage).allAsListed({ late: late && 'yes' })) {
            const owner = row.ownerName ?? 'nobody';
            yield [
              dueWords(row, now().getTime(), clockTime),
              row.reference,
              row.form,
              leadStatuses[row.status],
              owner,
              row.name,
            ];
          }
        }
        const count = await writeTable(columns, rows());
        await write(count === 0 ? 'No leads match.\n' : `${count} shown\n`);
      }),
    );
  subcommand(command, 'history', 'what happened to a lead, and what may be of the same people')
    .argument('<reference>')
    .action((reference) =>
      withWork(async (storage) => {
        const lead = await deskOf(storage).record(await leadIdOf(storage, reference), reader);
        if (!lead) return;
        await write(summaryOf(lead));
        for (const event of lead.events) {
          const actor = actorText(event);
          await write(
            `${clockTime(event.at)}  ${oneLine(`${actor === null ? '' : `${actor}: `}${eventWords(event, saying)}`)}\n`,
          );
        }
        for (const { form, reference: other, name, createdAt, reasons } of lead.similarLeads) {
          const what = `${formNames[form]} ${other} of ${clockTime(createdAt)}, ${oneLine(name)}`;
          await write(`Perhaps the same people: ${what} (same ${reasons.join(', ')})\n`);
        }
      }),
    );
  subcommand(command, 'status', `says how a lead stands: ${leadStatusNames.join(', ')}`)
    .argument('<reference>')
    .argument('<status>', '', readStatus)
    .action((reference, status) => edit(reference, async () => ({ status })));
  subcommand(command, 'owner', "gives a lead to somebody; '' for nobody")
    .argument('<reference>')
    .argument('<name>')
    .action((reference, name) => edit(reference, async (storage) => ({ ownerId: await ownerOf(storage, name) })));
  subcommand(command, 'follow-up', "says when to follow up; '' for the time that the lead has by itself")
    .argument('<reference>')
    .argument(
      '<time>',
      `such as 2026-11-24T10:00, in the zone ${brand.timeZone}, or 2026-11-24T10:00-05:00; a day alone, 2026-11-24, is 10 in the morning`,
      readTimeOrNone,
    )
    .action((reference, followUpAt) => edit(reference, async () => ({ followUpAt })));
  subcommand(command, 'note', 'writes a note about a lead')
    .argument('<reference>')
    .argument('<text>')
    .action((reference, text) => change(reference, (all, id) => all.note('command', id, { id: mintId(), text })));
  subcommand(command, 'join', 'joins a lead with another one of the same people; they are shown under the first')
    .argument('<reference>')
    .argument('<other>', 'the reference of the other one')
    .action((reference, other) =>
      change(reference, async (all, id, storage) =>
        all.join('command', { id }, { id: await leadIdOf(storage, other) }),
      ),
    );
  subcommand(command, 'part', 'makes a form that was joined to a lead a lead of its own again')
    .argument('<reference>')
    .argument('<form>', 'the reference of the joined form')
    .action((reference, form) =>
      change(reference, async (all, id, storage) => all.part('command', { id }, await leadIdOf(storage, form))),
    );
};
