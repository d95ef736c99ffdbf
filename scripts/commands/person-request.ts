/** A person's request, as subcommands of `npm run records`. They use the same services and words as the desk. */
import { basename, dirname } from 'node:path';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { lists } from '#brand/lists.ts';
import {
  type ErasureReason,
  erasureReasonNames,
  erasureReasons,
  type ItemKind,
  isErasableKind,
  itemKindNames,
  keptBecause,
  personRequestRefusals,
  personRequestSizes,
  whyKept,
} from '#contract/desk/person-request.ts';
import { certificateFaults } from '#contract/desk/person-request-endpoints.ts';
import { leadForms } from '#contract/forms.ts';
import { recordClasses } from '#contract/record-classes.ts';
import type { Config } from '#server/config.ts';
import { createPersonRequests } from '#server/context/erasure.ts';
import type { Storage } from '#server/database/open.ts';
import { writeTogether } from '#server/durable-files.ts';
import { type Certificate, documentOf, type ItemId, readItems } from '#server/erasure/service.ts';
import { auditOf, keyedOf } from './audit.ts';
import { CommandError } from './failures.ts';
import { type Declare, subcommand } from './run.ts';
import { clockTime, oneLine } from './terminal.ts';

/** The service of a person's request for a command beside the server. */
export function personRequestsOf(
  storage: Storage,
  place: Pick<Config, 'dataDir' | 'secretKey' | 'erasuresFile'>,
  now: () => Date,
) {
  const audit = auditOf(place, now);
  const service = createPersonRequests({
    storage,
    audit,
    keyed: keyedOf(place),
    now,
    forms: leadForms(lists),
    file: place.erasuresFile,
    onError: (error) =>
      void process.stderr.write(`The database could not be rewritten; the next night tries again: ${String(error)}\n`),
    onUnnoted: (error) =>
      void process.stderr.write(
        `The file of erasures could not be written after the erasure; the server tries again: ${String(error)}\n`,
      ),
  });
  return { ...service, audit };
}

type Thing = { readonly kind: ItemKind; readonly id: string };

/** Reads a thing as `find` writes it, `lead:1a2b`, and adds it to those before it. */
function readThing(typed: string, before: readonly Thing[] = []): readonly Thing[] {
  const things = readItems(typed);
  if (!things) throw new InvalidArgumentError('Name things as find shows them, such as lead:1a2b.');
  return [...before, ...things];
}

function readReason(typed: string): ErasureReason {
  const reason = erasureReasonNames.find((name) => name === typed);
  if (!reason) throw new InvalidArgumentError(`It must be one of ${erasureReasonNames.join(', ')}.`);
  return reason;
}

const thingsHelp = `as find shows them, at most ${personRequestSizes.items}`;

const nameOf = ({ kind, reference, id }: { kind: ItemKind; reference?: string; id: string }): string =>
  [itemKindNames[kind], reference || id].join(' ');

function certificateText({ seq, id, at, byId, reason, items, hash, againAt }: Certificate): string {
  const rows = items.map(
    (item) => `  ${nameOf(item)}, ${recordClasses[item.class].name}${item.at ? `, of ${clockTime(item.at)}` : ''}\n`,
  );
  return [
    `Certificate ${id}\n`,
    `Erasure ${seq}, ${clockTime(at)}, by ${byId === null ? 'a command' : `the person ${byId}`}\n`,
    `${erasureReasons[reason]}\n`,
    againAt === null ? '' : `Done again ${clockTime(againAt)}, in a restored database\n`,
    ...rows,
    `Keyed hash: ${hash}\n`,
  ].join('');
}

export const personRequest: Declare = (command, { now, path, withStorage, write, writeTable }) => {
  type Requests = ReturnType<typeof personRequestsOf>;
  const withRequests = (work: (requests: Requests, storage: Storage) => Promise<void>) =>
    withStorage((storage, config) => work(personRequestsOf(storage, config, now), storage));

  subcommand(command, 'find', 'finds everything about an e-mail address, a telephone number or a name')
    .argument('<text>', 'in any spelling')
    .action((text) =>
      withRequests(async ({ find, audit }, storage) => {
        const found = await find(text);
        if (!found) throw new CommandError(personRequestRefusals.tooShort.text);
        const { items, more, sought } = found;
        await storage.transaction((trx) =>
          audit.write(trx, {
            by: null,
            action: 'person-sought',
            about: [{ kind: 'list', id: 'person-request' }],
            detail: { by: sought.by, found: items.length },
          }),
        );
        const rows = items.map((item) => [
          `${item.kind}:${item.id}`,
          item.reference,
          clockTime(item.at),
          oneLine(item.title),
          oneLine(item.matches.join(', ')),
          item.kept === null ? '' : whyKept(item.kept),
        ]);
        // A thing is named by all of its id, whatever its length.
        const width = Math.max(5, ...rows.map(([thing = '']) => thing.length));
        await writeTable({ THING: width, REFERENCE: 12, SINCE: 20, WHAT: 30, FOUND: 30, STAYS: 0 }, rows);
        await write(`${items.length} found\n`);
        for (const kind of more)
          await write(`There is more of: ${itemKindNames[kind]}. Search for something more exact.\n`);
      }),
    );
  subcommand(command, 'export', 'writes what is kept of these things, as a page and as JSON')
    .argument('<file>', 'without an ending: two files are written', path)
    .argument('<things...>', thingsHelp, readThing)
    .action((file, things) =>
      withRequests(async ({ read, audit }, storage) => {
        if (things.length > personRequestSizes.items) throw new CommandError(personRequestRefusals.tooManyThings.text);
        const items = await read(things);
        const missing = things.filter((thing) => !items.some(({ kind, id }) => kind === thing.kind && id === thing.id));
        if (missing.length > 0) {
          const names = missing.map(({ kind, id }) => oneLine(`${kind}:${id}`)).join(', ');
          throw new CommandError(`Nothing was written. These are not there: ${names}. Name things as find shows them.`);
        }
        await storage.transaction((trx) =>
          audit.write(trx, {
            by: null,
            action: 'exported',
            about: [{ kind: 'list', id: 'person' }, ...items.map(({ about }) => about)],
            detail: { items: items.length },
          }),
        );
        const [name, at] = [basename(file), now()];
        writeTogether(dirname(file), {
          [`${name}.html`]: documentOf('html', items, at),
          [`${name}.json`]: documentOf('json', items, at),
        });
        await write(
          `${items.length === 1 ? '1 record is' : `${items.length} records are`} in ${file}.html and ${file}.json.\n`,
        );
      }),
    );
  subcommand(command, 'erase', 'erases these things for good, all of them or none, and writes a certificate')
    .argument('<things...>', thingsHelp, readThing)
    .requiredOption(
      '--reason <reason>',
      `why: ${erasureReasonNames.map((name) => `${name} (${erasureReasons[name]})`).join(', ')}`,
      readReason,
    )
    .action((things, { reason }) =>
      withRequests(async ({ erase, certificate }) => {
        const items = things.filter((item): item is ItemId => isErasableKind(item.kind));
        if (items.length < things.length)
          throw new CommandError(`Nothing was erased. ${keptBecause.dealership} ${keptBecause.staff}`);
        const outcome = await erase({ items, reason, by: null });
        if (outcome.kind === 'refused') throw new CommandError(personRequestRefusals[outcome.why].text);
        if (outcome.kind === 'kept') {
          const lines = outcome.items.map((item) => `${nameOf(item)}: ${whyKept(item.because)}\n`);
          throw new CommandError(`Nothing was erased.\n${lines.join('')}`.trim());
        }
        const made = await certificate(outcome.id);
        if (made) await write(certificateText(made.certificate));
      }),
    );
  subcommand(command, 'certificate', 'shows a certificate, and checks that it holds')
    .argument('<id>')
    .action((id) =>
      withRequests(async ({ certificate }) => {
        const found = await certificate(id);
        if (!found) throw new CommandError(personRequestRefusals.noCertificate.text);
        const { checks } = found;
        await write(certificateText(found.certificate));
        const faults = certificateFaults(checks);
        if (faults.length > 0) throw new CommandError(faults.join('\n'));
        await write(
          checks.inAudit === null
            ? 'It is valid. Its entry in the audit log was pruned.\n'
            : 'It is valid: the hash, the file of erasures and the audit log agree, and nothing of what was erased is there.\n',
        );
      }),
    );
  subcommand(command, 'certificates', 'lists the certificates, the newest first').action(() =>
    withRequests(async ({ certificates }) => {
      async function* rows() {
        for (let page = await certificates(undefined, 200); page.length > 0; ) {
          for (const { id, at, reason, items } of page)
            yield [id, clockTime(at), String(items.length), erasureReasons[reason]];
          page = await certificates(page.at(-1)?.seq, 200);
        }
      }
      await writeTable({ CERTIFICATE: 38, AT: 20, THINGS: 6, WHY: 0 }, rows());
    }),
  );
  command
    .command('erase-again')
    .description('erases again, in a database that was restored by hand, what the file of erasures knows')
    .action(() =>
      withRequests(async ({ eraseAgain }) => {
        await write(`Erased again: ${await eraseAgain()}. The file of erasures and the database agree.\n`);
      }),
    );
  subcommand(command, 'new-file', 'writes a lost file of erasures again from the certificates in the database').action(
    () =>
      withRequests(async ({ writeAnew }) => {
        await write(`The file of erasures was written again, with ${await writeAnew()} erasures.\n`);
      }),
  );
  subcommand(
    command,
    'new-key',
    'seals the file of erasures and the certificates again, after SECRET_KEY was lost',
  ).action(() =>
    withRequests(async ({ sealAnew }) => {
      const { count, earlierFile } = await sealAnew();
      await write(`Sealed again with this key: ${count} erasures. The audit log names each.\n`);
      if (earlierFile) await write(`The file from before is ${earlierFile}.\n`);
    }),
  );
};
