/** Every two things that people, commands and dealerships can do to one dealership or one lead, at the same instant. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { codeFromLinkPath } from '#contract/code-link.ts';
import { mintId } from '#contract/reference.ts';
import { createContext } from '#server/context.ts';
import { createAtOnce } from '../../tests/support/at-once.ts';
import { eachEngineRounds, roundsOf } from '../../tests/support/each-engine.ts';
import { startPersonDesk } from '../../tests/support/person.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 300_000 });

/**
 * What somebody does to a thing. It gives whether it was done; undefined when the answer is that the thing is gone, which may have
 * come after the deed. `side`: which of the two does it.
 */
type Deed<Thing> = (thing: Thing, side: 0 | 1) => Promise<boolean | undefined>;

/**
 * The deeds by the action that the audit log has when one of them is done. `unlessAlready`: the actions after which the deed has
 * nothing left to do, and is answered like one that was done (R1040).
 */
type Deeds<Thing> = Record<
  string,
  { readonly action: string; readonly act: Deed<Thing>; readonly unlessAlready?: readonly string[] }
>;

/** The answers by which a refusal is told, beside 404. */
const refusals = [409, 422];

/** The reasons why `codes` makes no code. */
const noCode = ['CodeReplacedError', 'DealershipGoneError'];

eachEngineRounds((under) => {
  async function start() {
    const mailed = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@x.example', MAIL_TO: 'b@x.example' };
    const server = await startPersonDesk(under, { ...wideLimits, ...mailed, PUBLIC_URL: 'https://x.example' });
    const { context, admin, desk, signInAs } = server;
    await context.erasure.agree();
    const second = createContext({ ...context.config, logLevel: 'silent' }, { siteDir: context.siteDir });
    onTestFinished(() => second.storage.close());
    const sides = [admin, await signInAs('admin')] as const;
    const { db } = context.storage;
    const atOnce = createAtOnce(context.storage, 30);

    /** A press of the desk. `done`: the answer when it was done. */
    const press = async (side: 0 | 1, path: string, body: object = {}, done = 200): Promise<boolean | undefined> => {
      const { status, text } = await desk('POST', `/api/desk/${path}`, { cookie: sides[side].cookie, body });
      if (status === 404) return undefined;
      if (status >= 300) expect(refusals, text).toContain(status);
      return status === done;
    };
    const newest = async () =>
      (await db.selectFrom('audit_entries').select('seq').orderBy('seq', 'desc').executeTakeFirst())?.seq ?? 0;

    /** Does each two of the deeds to a thing of their own. */
    async function playPairs<Thing>(fresh: () => Promise<Thing>, deeds: Deeds<Thing>): Promise<void> {
      const each = Object.entries(deeds);
      for (const [at, [first, one]] of each.entries()) {
        for (const [name, other] of each.slice(at)) {
          for (let round = 0; round < roundsOf(2); round++) {
            const thing = await fresh();
            const before = await newest();
            const done = await atOnce([() => one.act(thing, 0), () => other.act(thing, 1)]);
            const written = await db.selectFrom('audit_entries').select('action').where('seq', '>', before).execute();
            const toldAs = (what: boolean | undefined) => [one, other].filter((_, side) => done[side] === what);
            const all = written.map(({ action }) => action as string).filter((action) => action !== 'opened');
            const actions = [...all];
            for (const { action, unlessAlready = [] } of toldAs(true)) {
              if (!actions.includes(action) && unlessAlready.some((earlier) => all.includes(earlier))) continue;
              expect(actions, `${first} and ${name}`).toContain(action);
              actions.splice(actions.indexOf(action), 1);
            }
            // Each answer that leaves it open explains one entry.
            for (const { action } of toldAs(undefined))
              if (actions.includes(action)) actions.splice(actions.indexOf(action), 1);
            expect(actions, `${first} and ${name}: what nobody was told of`).toEqual([]);
          }
        }
      }
    }
    return { ...server, second, db, press, playPairs };
  }

  it('R817 of every two deeds to one dealership each is done and in the audit log once, or refused', async () => {
    const { context, second, db, app, admin, press, playPairs } = await start();
    const commands = second.dealerships;
    const made = async (work: Promise<unknown>) => {
      try {
        return (await work) !== undefined;
      } catch (error) {
        expect(noCode).toContain((error as Error).name);
        return false;
      }
    };
    const fresh = async () => {
      const contact = { id: mintId(), name: 'Cora', role: 'GM', phone: '', mail: 'cora@store.example' };
      const fields = { name: `Store ${contact.id}`, agreementDate: '2026-01-01', contacts: [contact] };
      const added = await context.dealerships.add(null, fields);
      if (added.kind !== 'made') throw new Error(added.kind);
      const { id, version } = added.dealership;
      const { number } = await context.codes.issue(id, null);
      expect(await context.codeLinks.send(admin.personId, id, { contactId: contact.id, graceHours: 1 })).toBe('sent');
      const link = await db.selectFrom('code_links').select('id').where('dealership_id', '=', id).executeTakeFirst();
      return { id, version, number, link: link?.id ?? '', contactId: contact.id };
    };
    await playPairs(fresh, {
      'a new name': {
        action: 'dealership-edited',
        act: ({ id, version }, side) => press(side, `dealerships/${id}`, { version, patch: { name: `Name ${side}` } }),
      },
      'its end': {
        action: 'dealership-closed',
        act: ({ id, version }, side) => press(side, `dealerships/${id}/close`, { version }),
      },
      'another link': {
        action: 'code-link-sent',
        act: ({ id, contactId, link }, side) =>
          press(side, `dealerships/${id}/code-link`, {
            contactId,
            seen: { mail: 'cora@store.example', phone: null, link },
          }),
      },
      'the end of its code': {
        action: 'code-revoked',
        unlessAlready: ['code-revoked', 'dealership-closed', 'dealership-removed'],
        act: ({ number }, side) => press(side, `codes/${number}/revoke`),
      },
      'a hold': {
        action: 'hold-set',
        act: ({ id }, side) => press(side, 'records/holds', { kind: 'dealership', id, reason: 'A dispute' }),
      },
      'the press of its link': {
        action: 'code-made',
        act: async ({ link }, side) => {
          const payload = { token: context.keyed.of('code-link', link), key: `${side}`.repeat(43) };
          const { statusCode } = await app.inject({ method: 'POST', url: codeFromLinkPath, payload });
          return statusCode === 200;
        },
      },
      'a command that gives a name': {
        action: 'dealership-edited',
        act: async ({ id }, side) => (await commands.edit(null, { id }, { name: `Command ${side}` })).kind === 'done',
      },
      'a command that ends it': {
        action: 'dealership-closed',
        act: async ({ id }) => (await commands.close(null, { id })).kind === 'done',
      },
      'a command that removes it': { action: 'dealership-removed', act: ({ id }) => commands.remove(null, id) },
      'a command that makes a code': { action: 'code-made', act: ({ id }) => made(second.codes.issue(id, null)) },
      'a command that rotates its code': {
        action: 'code-rotated',
        act: ({ number }) => made(second.codes.rotate({ number }, 3_600_000)),
      },
    });
  });

  it('R817 of every two deeds to one lead each is done and in the audit log once, or refused', async () => {
    const { second, db, addLead, press, playPairs } = await start();
    const work = second.leadWork;
    const versionOf = async (id: string) =>
      (await db.selectFrom('leads').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version;
    const fresh = async () => {
      const [id, other] = [await addLead(), await addLead()];
      return { id, other, version: await versionOf(id), otherVersion: await versionOf(other) };
    };
    await playPairs(fresh, {
      'a status': {
        action: 'lead-edited',
        act: ({ id, version }, side) =>
          press(side, `leads/${id}`, { version, patch: { status: side === 0 ? 'qualified' : 'lost' } }),
      },
      'a note': {
        action: 'lead-noted',
        act: ({ id }, side) => press(side, `leads/${id}/notes`, { id: mintId(), text: `By ${side}` }),
      },
      'a join': {
        action: 'leads-joined',
        unlessAlready: ['leads-joined'],
        act: ({ id, version, other, otherVersion }, side) =>
          press(side, `leads/${id}/join`, { version, with: other, withVersion: otherVersion }),
      },
      'a join the other way': {
        action: 'leads-joined',
        unlessAlready: ['leads-joined'],
        act: ({ id, version, other, otherVersion }, side) =>
          press(side, `leads/${other}/join`, { version: otherVersion, with: id, withVersion: version }),
      },
      'a dealership': {
        action: 'dealership-made',
        act: ({ id, version }, side) => press(side, 'dealerships', { lead: { id, version } }, 201),
      },
      'an erasure': {
        action: 'records-erased',
        act: ({ id }, side) => press(side, 'erasures', { items: [{ kind: 'lead', id }], reason: 'asked' }),
      },
      'a hold by a command': {
        action: 'hold-set',
        act: async ({ id }) => (await second.holds.set(null, { kind: 'lead', id }, 'A dispute')).hold !== undefined,
      },
      'a join by a command': {
        action: 'leads-joined',
        unlessAlready: ['leads-joined'],
        act: async ({ id, other }) => (await work.join('command', { id }, { id: other })).kind === 'done',
      },
    });
  });
});
