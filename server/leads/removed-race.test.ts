/** Somebody works at a lead, or is given one, at the instant at which they are removed, many times: the removal comes first or last. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { listEntries } from '#server/audit/service.ts';
import { createContext } from '#server/context.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { eachEngineWithRaces } from '../../tests/support/each-engine.ts';
import { startLeads } from '../../tests/support/leads.ts';
import type { LeadOutcome } from './work.ts';

vi.setConfig({ testTimeout: 120_000 });

const most = 20;

eachEngineWithRaces((under) => {
  async function twoServers() {
    const server = await startLeads(under);
    const { context } = server;
    const other = createContext({ ...context.config, logLevel: 'silent' }, { siteDir: context.siteDir });
    onTestFinished(() => other.storage.close());
    const admin = await server.addPerson('admin');
    const manager = await server.addPerson('manager');
    return { ...server, context, other, admin, manager, atOnce: createAtOnce(context.storage) };
  }
  type Servers = Awaited<ReturnType<typeof twoServers>>;

  /** Plays rounds, in each of which a new manager is removed while `work` is done at a lead. */
  const play = (
    servers: Servers,
    done: string,
    work: (leads: readonly string[], gone: string) => Promise<LeadOutcome>,
    why: string,
  ) =>
    playRounds(most, ['before', 'refused'], async () => {
      const { context, other, admin, addPerson, send, atOnce } = servers;
      const gone = await addPerson('manager');
      const leads = [await send('inquiry'), await send('inquiry')];
      const [removed, outcome] = await atOnce([
        () => other.people.remove(admin.id, { id: gone.id, version: 1 }),
        () => work(leads, gone.id),
      ]);
      expect(removed.kind).toBe('done');
      const newest = await listEntries(context.storage.db, {}, { cursor: undefined, limit: 2 });
      if (outcome.kind === 'done') expect(newest.map(({ action }) => action)).toEqual(['person-removed', done]);
      else expect(outcome).toEqual({ kind: 'refused', why });
      return outcome.kind === 'done' ? 'before' : 'refused';
    });

  it.each([
    ['an edit', 'lead-edited'],
    ['a first contact', 'lead-contacted'],
    ['a note', 'lead-noted'],
    ['joining two leads', 'leads-joined'],
  ] as const)(
    'R357 %s by somebody who is removed at that instant was made before the removal or is refused',
    async (_, done) => {
      const servers = await twoServers();
      const { leadWork } = servers.context;
      await play(
        servers,
        done,
        ([id = '', second = ''], personId) => {
          const actor = { personId };
          if (done === 'lead-edited') return leadWork.edit(actor, { id }, { status: 'qualified' });
          if (done === 'lead-contacted') return leadWork.contacted(actor, { id });
          if (done === 'lead-noted') return leadWork.note(actor, id, { id: mintId(), text: 'Called.' });
          return leadWork.join(actor, { id }, { id: second });
        },
        'notAllowed',
      );
    },
  );

  it('R357 a lead is given to somebody before their removal, or not at all', async () => {
    const servers = await twoServers();
    const { context, manager } = servers;
    const by = { personId: manager.id };
    await play(
      servers,
      'lead-edited',
      ([id = ''], ownerId) => context.leadWork.edit(by, { id }, { ownerId }),
      'noSuchOwner',
    );
  });
});
