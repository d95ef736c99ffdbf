/** A webhook endpoint or a token is asked for again because the response was lost, also at the same moment and at two servers. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addWebhook, makeToken } from '#contract/desk/connection-endpoints.ts';
import { makeDeviceLink } from '#contract/desk/link-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { createApp } from '#server/app.ts';
import { createContext } from '#server/context.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { fromDesk, startDesk } from '../../tests/support/desk.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const token = { name: 'CRM', scopes: ['leads:read'], days: 30 };
const endpoint = { name: 'Back office', url: 'https://example.org/hook', events: ['lead.received'] };

interface Answer {
  readonly id: string;
  readonly secret: string;
}

/** The things that have a secret: what they are asked for with, other values for each field, and how the response is read. */
const things = {
  'an API token': {
    path: '/api/desk/connections/tokens',
    body: token,
    others: [{ name: 'CRM 2' }, { scopes: ['requests:read'] }, { days: 90 }],
    end: 'revoke',
    action: 'api-token-made',
    taken: makeToken.refusals.pressTaken,
    read: (json: unknown): Answer => {
      const { id, token: secret } = json as { id: string; token: string };
      return { id, secret };
    },
  },
  'an endpoint': {
    path: '/api/desk/connections/webhooks',
    body: endpoint,
    others: [{ name: 'Back office 2' }, { url: 'https://example.net/hook' }, { events: ['request.ended'] }],
    end: 'remove',
    action: 'webhook-added',
    taken: addWebhook.refusals.pressTaken,
    read: (json: unknown): Answer => {
      const { endpoint, secret } = json as { endpoint: { id: string }; secret: string };
      return { id: endpoint.id, secret };
    },
  },
} as const;

eachEngineAlways((under) => {
  async function start() {
    const server = await startDesk(under, wideLimits);
    const { context, signInAs, desk } = server;
    const second = createContext({ ...context.config, logLevel: 'silent' }, { siteDir: context.siteDir });
    const app = await createApp(second);
    onTestFinished(async () => {
      await app.close();
      await second.storage.close();
    });
    const [admin, other] = [await signInAs('admin'), await signInAs('admin')];
    const ask = (path: string, body: object, { cookie } = admin) => desk('POST', path, { cookie, body });
    /** Sends the same request to the other server. */
    const askThere = async (path: string, body: object, { cookie } = admin) => {
      const headers = { ...fromDesk, cookie };
      const answer = await app.inject({ method: 'POST', url: path, headers, payload: JSON.stringify(body) });
      return { status: answer.statusCode, text: answer.body, json: () => answer.json() as unknown };
    };
    const noted = async (action: string) =>
      (
        await context.storage.db
          .selectFrom('audit_entries')
          .select('seq')
          .where('action', '=', action as never)
          .execute()
      ).length;
    const count = async () => (await context.apiTokens.list()).length + (await context.webhooks.list()).length;
    return { ...server, admin, other, ask, askThere, noted, count, atOnce: createAtOnce(context.storage) };
  }

  describe.each(Object.entries(things))('%s', (_, { path, body, others, end, action, taken, read }) => {
    it('R680 whose answer was lost is one however often it is asked for, with the same secret', async () => {
      const { ask, noted, count } = await start();
      const press = mintId();
      const first = await ask(path, { ...body, press });
      const again = await ask(path, { ...body, press });
      expect([first.status, again.status], again.text).toEqual([200, 200]);
      expect(read(again.json())).toEqual(read(first.json()));
      expect([await count(), await noted(action)]).toEqual([1, 1]);
    });

    it('R680 is said to be another when the form says something else by then', async () => {
      const { ask, count } = await start();
      const press = mintId();
      await ask(path, { ...body, press });
      for (const change of others) {
        const refused = await ask(path, { ...body, ...change, press });
        expect([refused.status, refused.text]).toEqual([taken.status, taken.text]);
      }
      expect(await count()).toBe(1);
    });

    it('R680 gives its secret to nobody else, whatever they know of it', async () => {
      const { ask, other } = await start();
      const press = mintId();
      const made = read((await ask(path, { ...body, press })).json());
      for (const known of [press, made.id]) {
        const theirs = await ask(path, { ...body, press: known }, other);
        expect(theirs.text).not.toContain(made.secret);
        expect(read(theirs.json()).id).not.toBe(made.id);
      }
      // The id of the token, which every admin reads in the list, is not the id of the press that made it.
      const byId = read((await ask(path, { ...body, press: made.id })).json());
      expect([byId.id === made.id, byId.secret === made.secret]).toEqual([false, false]);
    });

    it('R680 does not come back by a press that arrives after its end', async () => {
      const { ask, context } = await start();
      const press = mintId();
      const made = read((await ask(path, { ...body, press })).json());
      await ask(`${path}/${made.id}/${end}`, {});
      const late = await ask(path, { ...body, press });
      expect([late.status, late.text]).toEqual([taken.status, taken.text]);
      expect((await context.webhooks.list()).length).toBe(0);
      expect((await context.apiTokens.list()).filter(({ revoked_at }) => revoked_at === null)).toEqual([]);
    });

    it('R680 is one when the same press comes to two servers at the same instant', async () => {
      const { ask, askThere, atOnce, noted } = await start();
      let rounds = 0;
      await playRounds(20, ['one'], async (round) => {
        const press = mintId();
        const mine = { ...body, press };
        const answers = await atOnce([() => ask(path, mine), () => askThere(path, mine), () => ask(path, mine)]);
        expect(
          answers.map(({ status }) => status),
          `round ${round}: ${answers.map(({ text }) => text).join('; ')}`,
        ).toEqual([200, 200, 200]);
        rounds += 1;
        expect(await noted(action), `round ${round}`).toBe(rounds);
        const [made] = answers;
        for (const answer of answers) expect(read(answer.json())).toEqual(read(made.json()));
        await ask(`${path}/${read(made.json()).id}/${end}`, {});
        return 'one';
      });
    });
  });

  describe('R1097 a device link whose answer was lost', () => {
    async function startLinks() {
      const server = await start();
      const { id } = await server.addPerson('agent');
      const make = (press: string, ask: typeof server.askThere = server.ask) =>
        ask(`/api/desk/people/${id}/device-link`, { press });
      return { ...server, id, make };
    }

    it('is the same one when it is asked for again, also at two servers at the same instant', async () => {
      const { make, askThere, atOnce, noted } = await startLinks();
      let rounds = 0;
      await playRounds(20, ['one'], async (round) => {
        const press = mintId();
        const answers = await atOnce([() => make(press), () => make(press, askThere), () => make(press)]);
        const [first] = answers;
        expect(answers.map(({ status, json }) => [status, json()])).toEqual(answers.map(() => [200, first.json()]));
        rounds += 1;
        expect(await noted('device-link-made'), `round ${round}`).toBe(rounds);
        return 'one';
      });
    });

    it('does not come back after its end, and leaves the one that took its place', async () => {
      const { make, context, id } = await startLinks();
      const [press, next] = [mintId(), mintId()];
      await make(press);
      const newer = await make(next);
      const late = await make(press);
      expect([late.status, late.text]).toEqual([
        makeDeviceLink.refusals.pressTaken.status,
        makeDeviceLink.refusals.pressTaken.text,
      ]);
      expect((await make(next)).json()).toEqual(newer.json());
      const used_at = context.now().toISOString();
      await context.storage.db.updateTable('staff_links').set({ used_at }).where('person_id', '=', id).execute();
      expect((await make(next)).status).toBe(late.status);
    });
  });

  it('R680 a token that a program has read with is not shown again', async () => {
    const { ask, app } = await start();
    const press = mintId();
    const { path, read, taken } = things['an API token'];
    const made = read((await ask(path, { ...token, press })).json());
    const headers = { authorization: `Bearer ${made.secret}` };
    expect((await app.inject({ method: 'GET', url: '/api/v1/leads', headers })).statusCode).toBe(200);
    const again = await ask(path, { ...token, press });
    expect([again.status, again.text]).toEqual([taken.status, taken.text]);
  });

  it('R680 an endpoint whose secret was rotated since does not show the new one', async () => {
    const { ask } = await start();
    const press = mintId();
    const { path, read, taken } = things['an endpoint'];
    const made = read((await ask(path, { ...endpoint, press })).json());
    await ask(`${path}/${made.id}/rotate`, { version: 1 });
    const again = await ask(path, { ...endpoint, press });
    expect([again.status, again.text]).toEqual([taken.status, taken.text]);
  });
});
