/** `npm run staff`: lists the accounts of the desk, and makes the links that only an operator of the server can make. */
import { lists } from '#brand/lists.ts';
import { leadForms } from '#contract/forms.ts';
import { shortIdOf } from '#contract/reference.ts';
import { createAuditLog } from '#server/audit/service.ts';
import { machineClocks } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import { canOf, signInPolicy } from '#server/desk/policy.ts';
import { createKeyedHash } from '#server/keyed-hash.ts';
import { createMessageKinds } from '#server/message-kinds.ts';
import { createOutbox } from '#server/outbox/outbox.ts';
import { allPeople, reachesBy } from '#server/people/service.ts';
import { createSecretBox } from '#server/secret-box.ts';
import { readSecretKey } from '#server/secret-key.ts';
import { createSignIn, linkUrlOf, type SignIn } from '#server/sign-in/service.ts';
import { CommandError } from './commands/failures.ts';
import { type Declare, readAddress, runAsProcess, type SecretText, subcommand } from './commands/run.ts';
import { clockTime } from './commands/terminal.ts';

const columns = { NAME: 24, MAIL: 30, ROLE: 8, APP: 4, PASSKEYS: 9, 'RECOVERY CODES': 0 };

/** The server's sign-in service, made without the server. Its mails wait in the outbox until a server sends them. */
function signInOf(storage: Storage, config: Config, now: () => Date): SignIn {
  const secretKey = config.secretKey ?? readSecretKey(config.dataDir);
  const keyed = createKeyedHash(secretKey);
  const forms = leadForms(lists);
  const kinds = createMessageKinds({
    storage,
    forms,
    now,
    linkOf: () => '',
    codeLinkOf: () => '',
    testLinkOf: () => '',
    staffLinkOf: (kind, id) => linkUrlOf(keyed, config.publicUrl, kind, id),
  });
  const can = { mail: config.smtp !== undefined, sms: config.sms.provider !== undefined };
  const outbox = createOutbox({ storage, kinds, now, canSend: can.mail });
  return createSignIn({
    storage,
    keyed,
    secretBox: createSecretBox(secretKey),
    config,
    audit: createAuditLog({ keyed, now }),
    delivery: { can, enqueue: outbox.enqueue, wake() {} },
    policy: signInPolicy,
    reaches: reachesBy(config),
    canOf,
    now,
    clockMs: machineClocks.clockMs,
    onError() {},
    onUnusualTries() {},
  });
}

export const staff: Declare = (command, { now, withStorage, write, show, writeTable, secretText }) => {
  const withSignIn = (work: (signIn: SignIn, storage: Storage) => Promise<unknown>) =>
    withStorage(async (storage, config) => void (await work(signInOf(storage, config, now), storage)));

  /** Shows a link that was made, by the text of `secretText`. */
  const showLink = ({ told, isShown }: SecretText, after: string) =>
    show(`${told}${after}\n`, (reason) => {
      // On a terminal the text has the link itself, which may not go into a log of errors.
      const where = isShown ? '' : `${told.trim()} `;
      return `The link was made, but could not be shown: ${reason}. ${where}The same command makes another link, and ends this one.`;
    });

  command
    .description('Who has an account at the desk. Everything else about accounts is done at the desk itself.')
    .addHelpText(
      'after',
      '\nA link is shown on a terminal only; otherwise it is in a file of the data folder that only its owner can read.',
    );
  subcommand(command, 'list', 'everybody with a role, and their second factors').action(() =>
    withSignIn(async ({ enrolment }, { db }) => {
      const people = (await allPeople(db)).filter(({ role }) => role !== null);
      const rows = await Promise.all(
        people.map(async ({ id, name, mail, role }) => {
          const { totpAddedAt, passkeys, recoveryCodesLeft } = await enrolment.factorsOf(id);
          const app = totpAddedAt === null ? 'no' : 'yes';
          return [name, mail ?? '', role ?? '', app, String(passkeys.length), String(recoveryCodesLeft)];
        }),
      );
      await writeTable(columns, rows);
      if (rows.length === 0) await write('\nNobody has an account. npm run staff -- setup-link begins.\n');
    }),
  );
  subcommand(command, 'setup-link', 'a new link to set up the desk, while it has no admin; an earlier one ends').action(
    () =>
      withSignIn(async ({ firstAdmin }) => {
        let text: SecretText | undefined;
        const made = await firstAdmin.makeSetUpLink(true, (url) => {
          text = secretText('The link to set up the desk', 'set-up-link', url);
        });
        if (made.kind !== 'made' || !text) throw new CommandError('The desk has an admin, who invites the others.');
        await showLink(text, `It works once, until ${clockTime(made.link.expiresAt)}.`);
      }),
  );
  subcommand(command, 'recover', 'a link for somebody who lost password or second factors; every admin is told by mail')
    .argument('<mail>', 'the address that the account signs in with', readAddress)
    .action((mail) =>
      withSignIn(async ({ firstAdmin }) => {
        let text: SecretText | undefined;
        const link = await firstAdmin.makeRecoveryLink(mail, (url, personId) => {
          // A file for each person: links may be made for everybody before the first one is read.
          text = secretText(`The link for ${mail} to get back in`, `recovery-link-${shortIdOf(personId)}`, url);
        });
        if (!link || !text)
          throw new CommandError(
            `No account has the address ${JSON.stringify(mail)}. npm run staff -- list shows all.`,
          );
        await showLink(
          text,
          `It works once, until ${clockTime(link.expiresAt)}. With it the old password and factors end.`,
        );
      }),
    );
};

if (import.meta.main) await runAsProcess('staff', staff);
