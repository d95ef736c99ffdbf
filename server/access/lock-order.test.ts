/** Sessions that take requests over, and links to codes: what two do with them at the same instant takes its locks in one order. */
import { expect, it, vi } from 'vitest';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { startPersonDesk } from '../../tests/support/person.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { watchOrder } from '../../tests/support/ran-again.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 120_000 });

const mail = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'desk@boxline.example',
  MAIL_TO: 'operator@boxline.example',
};

onPostgres((under) => {
  it('R710 two tabs take the same requests over, each with another one in front', async () => {
    const { context, shared, sessionFor, ask, open } = await startPortal(under, wideLimits);
    const token = await sessionFor(shared.code);
    const kept: { readonly id: string; readonly viewToken: string }[] = [];
    for (let request = 0; request < 5; request++) {
      const id = await ask(token);
      const found = await context.agentRequests.find(id);
      if (!found) throw new Error('the request is gone');
      kept.push({ id, viewToken: context.portal.viewTokenOf(found) });
    }
    const openWith = ([first, ...beside]: typeof kept, at: number) => open(shared.code, `10.6.0.${at}`, first, beside);
    const play = watchOrder(context.storage, 3);
    await play(20, async () => [() => openWith(kept, 1), () => openWith(kept.toReversed(), 2)]);
    const sessions = await context.storage.db.selectFrom('agent_requests').select('session_id').distinct().execute();
    expect(sessions, 'whoever came last has all of them').toHaveLength(1);
  });

  async function withLinks() {
    const server = await startPersonDesk(under, mail);
    const { context, addContact, erase } = server;
    const { db } = context.storage;
    await db.updateTable('dealerships').set({ agreement_date: '2026-01-02' }).execute();
    const contactId = await addContact();
    const dealership = await db
      .selectFrom('dealership_contacts')
      .select('dealership_id as id')
      .where('id', '=', contactId)
      .executeTakeFirstOrThrow();
    const send = () => context.codeLinks.send(null, dealership.id, { contactId, graceHours: 0 });
    /** The id of a link that was just sent. */
    async function sentLink(): Promise<string> {
      await send();
      const open = db.selectFrom('code_links').select('id').where('ended_at', 'is', null).where('used_at', 'is', null);
      return (await open.executeTakeFirstOrThrow()).id;
    }
    return {
      context,
      send,
      sentLink,
      withdraw: () => context.codeLinks.withdraw(null, dealership.id),
      press: (id: string, at: number) =>
        context.codeLinks.make(context.keyed.of('code-link', id), 'k'.repeat(43), `10.7.0.${at}`),
      eraseLink: async (id: string) => {
        const { status } = await erase([{ kind: 'code-link', id }]);
        expect([200, 409]).toContain(status);
      },
      play: watchOrder(context.storage),
    };
  }

  it('R710 a link to a code is erased while another one is sent', async () => {
    const { sentLink, send, eraseLink, play } = await withLinks();
    await play(20, async () => {
      const id = await sentLink();
      return [() => eraseLink(id), send];
    });
  });

  it('R710 a link to a code is erased while it is pressed, or withdrawn', async () => {
    const { sentLink, press, withdraw, eraseLink, play } = await withLinks();
    await play(20, async (at) => {
      const id = await sentLink();
      return [() => eraseLink(id), at % 2 === 0 ? () => press(id, at) : withdraw];
    });
  });
});
