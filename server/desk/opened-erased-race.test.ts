/** Tests a console that opens a record while it is erased: the audit log has it opened before the erasure, or nothing of it is shown. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { ErasableKind } from '#contract/desk/person-request.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { type EngineUnderTest, eachEngineAlways } from '../../tests/support/each-engine.ts';
import { person, startPersonDesk } from '../../tests/support/person.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

/** So long an erasure gets to end before an export is noted, in milliseconds. */
const headStartMs = 1500;

const rounds = 8;
/** To open a record takes more queries than to erase one. */
const mostTurns = 40;

async function running(under: EngineUnderTest) {
  const server = await startPersonDesk(under, wideLimits);
  const { admin, context, desk } = server;
  const { db } = context.storage;
  return {
    ...server,
    db,
    open: (path: string, body?: object) =>
      desk(body ? 'POST' : 'GET', `/api/desk/${path}`, { cookie: admin.cookie, ...(body && { body }) }),
    erase: async (kind: ErasableKind, id: string) =>
      expect((await context.erasure.erase({ items: [{ kind, id }], reason: 'asked', by: null })).kind).toBe('erased'),
    async actions() {
      const entries = await db.selectFrom('audit_entries').select('action').orderBy('seq').execute();
      return entries
        .map(({ action }) => action)
        .filter((action) => ['opened', 'person-sought', 'exported', 'records-erased'].includes(action));
    },
    async confirmationOf(leadId: string): Promise<string> {
      const found = db.selectFrom('messages').select('id').where('subject_id', '=', leadId);
      return (await found.where('kind', '=', 'lead-confirmation').executeTakeFirstOrThrow()).id;
    },
  };
}

type Running = Awaited<ReturnType<typeof running>>;

/** What is opened: what is erased for it, and its path. */
const screens: Readonly<
  Record<
    string,
    (server: Running) => Promise<{ kind: ErasableKind; id: string; path: string; stays?: boolean; body?: object }>
  >
> = {
  async 'a lead'({ addLead, context }) {
    const id = await addLead();
    await context.leadIndexing.update();
    return { kind: 'lead', id, stays: true, path: `leads/${id}` };
  },
  async 'a request'({ addRequest }) {
    const id = await addRequest();
    return { kind: 'request', id, path: `requests/${id}`, stays: true };
  },
  async 'a logged call'({ addCall }) {
    const id = await addCall();
    return { kind: 'call', id, path: `requests/${id}`, stays: true };
  },
  async 'a dealership with a contact'({ addContact, db }) {
    const id = await addContact();
    const { id: dealership } = await db.selectFrom('dealerships').select('id').executeTakeFirstOrThrow();
    return { kind: 'contact', id, path: `dealerships/${dealership}`, stays: true };
  },
  async 'a message'({ addLead, confirmationOf }) {
    const id = await addLead();
    return { kind: 'lead', id, path: `messages/${await confirmationOf(id)}` };
  },
  async 'the preview of a message'({ addLead, confirmationOf }) {
    const id = await addLead();
    return { kind: 'lead', id, path: `messages/${await confirmationOf(id)}/preview` };
  },
  async 'a message whose press came too late'({ addLead, confirmationOf }) {
    const id = await addLead();
    const body = { retriedAt: new Date(0).toISOString() };
    return { kind: 'lead', id, path: `messages/${await confirmationOf(id)}/retry`, body };
  },
};

eachEngineAlways((under) => {
  describe('R842 what somebody at the desk opens', () => {
    it.each(Object.keys(screens))('shows nothing of what was erased before the audit log had it: %s', async (name) => {
      const server = await running(under);
      const { context, erase, open, actions } = server;
      const { kind, id, path, body, stays = false } = (await screens[name]?.(server)) ?? expect.fail();
      const note = context.audit.opened;
      const spy = vi.spyOn(context.audit, 'opened').mockImplementationOnce(async (...args) => {
        await erase(kind, id);
        return note(...args);
      });
      const answer = await open(path, body);
      for (const mark of [person.first, person.mail, person.note]) expect(answer.text).not.toContain(mark);
      expect(answer.status).toBe(stays ? 200 : 404);
      expect(await actions()).toEqual(stays ? ['records-erased', 'opened'] : ['records-erased']);
      spy.mockRestore();
    });

    it('is sought again when something was erased before the audit log had the search', async () => {
      const { addLead, context, erase, find, actions } = await running(under);
      const id = await addLead();
      const search = context.erasure.find;
      const spy = vi.spyOn(context.erasure, 'find').mockImplementationOnce(async (text) => {
        const found = await search(text);
        await erase('lead', id);
        return found;
      });
      expect((await find(person.mail)).items).toEqual([]);
      expect(await actions()).toEqual(['records-erased', 'person-sought']);
      spy.mockRestore();
    });

    it('at the instant of an erasure is opened before it in the audit log, or not shown', async () => {
      const server = await running(under);
      const { addLead, context, erase, open, actions } = server;
      const atOnce = createAtOnce(context.storage, mostTurns);
      let before = 0;
      await playRounds(rounds, ['shown', 'gone'], async () => {
        const id = await addLead();
        await context.leadIndexing.update();
        const [answer] = await atOnce([() => open(`leads/${id}`), () => erase('lead', id)]);
        const noted = (await actions()).slice(before);
        before += noted.length;
        expect(answer.status).toBe(200);
        const isShown = answer.text.includes(person.mail);
        expect(noted).toEqual(isShown ? ['opened', 'records-erased'] : ['records-erased', 'opened']);
        return isShown ? 'shown' : 'gone';
      });
    });
  });

  it('R1014 an export of a person is in the audit log before the erasure of what it names, when that was begun at its reading', async () => {
    const { addLead, admin, context, erase, actions, db } = await running(under);
    const { exports, erasure } = context;
    const id = await addLead();
    const begun = await exports.begin(admin, 'person', { items: `lead:${id}`, format: 'json' });
    const [reading, erased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const read = erasure.read;
    vi.spyOn(erasure, 'read').mockImplementationOnce(async (items) => {
      const found = await read(items);
      reading.resolve();
      await Promise.race([erased.promise, pause(headStartMs)]);
      return found;
    });
    const taking = exports.take(admin, begun.token ?? expect.fail());
    await reading.promise;
    await erase('lead', id).then(erased.resolve);
    (await taking).file?.destroy();
    expect(await actions()).toEqual(['exported', 'records-erased']);
    const lead = await db.selectFrom('leads').select('erased_at').where('id', '=', id).executeTakeFirstOrThrow();
    expect(lead.erased_at).not.toBeNull();
  });
});
