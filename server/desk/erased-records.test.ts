/** Tests what a console that has something unsent about records learns when they are erased. */
import { describe, expect, it } from 'vitest';
import type { ErasableKind } from '#contract/desk/person-request.ts';
import { mintId } from '#contract/reference.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startPersonDesk } from '../../tests/support/person.ts';

eachEngine((under) => {
  describe('R848 which records were erased', () => {
    it('is told of a lead, a request, a call and a contact from the erasure on, to every role that may read them', async () => {
      const server = await startPersonDesk(under);
      const { desk, erase, signInAs, admin, referenceOf } = server;
      const viewer = await signInAs('viewer');
      const items: { kind: ErasableKind; id: string }[] = [
        { kind: 'lead', id: await server.addLead() },
        { kind: 'request', id: await server.addRequest() },
        { kind: 'call', id: await server.addCall() },
        { kind: 'contact', id: await server.addContact() },
      ];
      const unknown = mintId();
      const kept = await server.addLead({ first_name: 'Somebody', last_name: 'Else' });
      const ids = [...items.map(({ id }) => id), unknown, kept].join(',');
      const ask = async (cookie: string) =>
        (await desk('GET', `/api/desk/erased?ids=${ids}`, { cookie })).json<{ erased: unknown[] }>().erased;
      expect(await ask(viewer.cookie)).toEqual([]);
      expect((await erase(items)).status).toBe(200);
      const told = items.map(({ kind, id }) => ({ kind, id, reference: kind === 'contact' ? '' : referenceOf(id) }));
      for (const { cookie } of [viewer, admin]) expect(await ask(cookie)).toEqual(told);
      expect((await desk('GET', '/api/desk/erased', { cookie: viewer.cookie })).json()).toEqual({ erased: [] });
    });

    it('stands in the record of a lead too, by each of its forms', async () => {
      const { context, desk, erase, admin, addLead } = await startPersonDesk(under);
      const [first, second] = [await addLead(), await addLead()];
      const record = async (id: string) =>
        (await desk('GET', `/api/desk/leads/${id}`, { cookie: admin.cookie })).json<{
          id: string;
          version: number;
          parts: { id: string; erasedAt: string | null }[];
        }>();
      const [one, other] = [await record(first), await record(second)];
      const body = { version: one.version, with: second, withVersion: other.version };
      const path = `/api/desk/leads/${first}/join`;
      expect((await desk('POST', path, { cookie: admin.cookie, body })).status).toBe(200);
      expect((await record(first)).parts.map(({ erasedAt }) => erasedAt)).toEqual([null, null]);
      expect(
        (await context.erasure.erase({ items: [{ kind: 'lead', id: first }], reason: 'asked', by: null })).kind,
      ).toBe('erased');
      const { id, parts } = await record(first);
      expect(id).toBe(second);
      expect(parts.map((part) => [part.id, part.erasedAt !== null])).toEqual([
        [second, false],
        [first, true],
      ]);
      expect((await erase([{ kind: 'lead', id: second }])).status).toBe(200);
      expect((await record(second)).parts.every(({ erasedAt }) => erasedAt !== null)).toBe(true);
    });
  });
});
