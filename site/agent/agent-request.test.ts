import { describe, expect, test, vi } from 'vitest';
import { agentRequestPath } from '#contract/agent.ts';
import { agentStepPath } from '../../tests/support/request-paths.ts';
import { fakeServer, json } from '../portal/testing/server.ts';
import { createAgentRequest } from './agent-request.ts';
import { aView } from './testing.ts';

const question = `GET ${agentRequestPath}`;
const accept = `POST ${agentStepPath('accept')}`;

const taken = {
  state: 'accepted',
  acceptedAt: '2026-11-20T21:04:19.000Z',
  acceptedBy: 'Tamsin Okoro',
  mine: true,
} as const;
const mine = aView(taken);

const endedView = {
  reference: mine.reference,
  state: 'done',
  endedAt: mine.expiresAt,
  acceptedBy: mine.acceptedBy,
  mine: false,
  disposition: 'help_only',
} as const;

/** An answer that comes when the test says so. It also counts how often its call was given up. */
function heldAnswer() {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const held = {
    givenUp: 0,
    reply: (_: unknown, signal: AbortSignal | null) => {
      signal?.addEventListener('abort', () => {
        held.givenUp += 1;
      });
      return promise;
    },
    come: (response: Response) => resolve(response),
  };
  return held;
}

describe('R24 an agent’s page', () => {
  test('waits for an answer that takes longer than the time between two questions', async () => {
    const server = fakeServer();
    const slow = heldAnswer();
    server.answers(question, slow.reply);
    const request = createAgentRequest(server.fetch);
    request.open('token');
    for (let polls = 0; polls < 4; polls += 1) request.poll();
    expect(server.asked).toHaveLength(1);
    slow.come(json(aView()));
    await vi.waitFor(() => expect(request.store.get()).toEqual({ status: 'open', silent: false, view: aView() }));
    request.poll();
    expect(server.asked).toHaveLength(2);
  });

  test('keeps what a step was answered when a question that was asked before it is answered later', async () => {
    const server = fakeServer();
    const old = heldAnswer();
    server.answers(question, json(aView()), old.reply);
    server.answers(accept, json(mine));
    const request = createAgentRequest(server.fetch);
    request.open('token');
    await vi.waitFor(() => expect(request.store.get().status).toBe('open'));
    request.poll();
    await request.step('accept');
    expect(old.givenUp).toBe(1);
    old.come(json(aView()));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(request.store.get()).toMatchObject({ status: 'open', view: { mine: true } });
  });

  test('asks nothing while a step is on its way, and says when the step did not arrive', async () => {
    const server = fakeServer();
    const step = heldAnswer();
    server.answers(question, json(aView()));
    server.answers(accept, step.reply);
    const request = createAgentRequest(server.fetch);
    request.open('token');
    await vi.waitFor(() => expect(request.store.get().status).toBe('open'));
    const stepping = request.step('accept');
    request.poll();
    request.reconnect();
    await request.step('accept');
    expect(server.asked).toHaveLength(2);
    expect(request.store.get()).toMatchObject({ step: 'accept' });
    step.come(new Response('Bad Gateway', { status: 502 }));
    await stepping;
    expect(request.store.get()).toEqual({ status: 'open', view: aView(), silent: true, failed: 'accept' });
  });

  test('says that a step did not arrive for as long as the request stands as it did', async () => {
    const server = fakeServer();
    const later = (seconds: number, view = aView()) => json({ ...view, serverNow: `2026-11-20T21:04:${seconds}.000Z` });
    server.answers(question, later(20), later(25), later(30), 'cut', later(35, mine));
    server.answers(accept, new Response('Bad Gateway', { status: 502 }));
    const request = createAgentRequest(server.fetch);
    const failed = () => {
      const page = request.store.get();
      return page.status === 'open' && page.failed;
    };
    const poll = async () => {
      const before = request.store.get();
      request.poll();
      await vi.waitFor(() => expect(request.store.get()).not.toBe(before));
    };
    request.open('token');
    await vi.waitFor(() => expect(request.store.get().status).toBe('open'));
    await request.step('accept');
    for (let polls = 0; polls < 3; polls += 1) {
      await poll();
      expect(failed()).toBe('accept');
    }
    // It arrived after all.
    await poll();
    expect(request.store.get()).toMatchObject({ status: 'open', view: { mine: true } });
    expect(failed()).toBe(undefined);
  });

  test('R730 says with a step which version of the request it showed', async () => {
    const server = fakeServer();
    server.answers(question, json(aView({ version: 7 })));
    server.answers(accept, json({ ...mine, version: 8 }));
    server.answers(`POST ${agentStepPath('done')}`, json({ ...mine, version: 9 }));
    const request = createAgentRequest(server.fetch);
    request.open('token');
    await vi.waitFor(() => expect(request.store.get().status).toBe('open'));
    await request.step('accept');
    await request.step('done', { disposition: 'help_only' });
    const sent = server.asked.filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => body)).toEqual([{ seen: 7 }, { disposition: 'help_only', seen: 8 }]);
  });

  const waits = aView({ anydesk: null, additionalInfo: 'Lease' });
  test.each([
    ['another note', waits, { ...waits, additionalInfo: 'Lease, and a warranty' }, true],
    ['another name', waits, { ...waits, callbackName: 'Dana' }, true],
    ['another kind of request', waits, { ...waits, requestType: 'custom_request' }, true],
    ['another AnyDesk address', { ...waits, anydesk: '123456789' }, { ...waits, anydesk: '987654321' }, true],
    ['the first AnyDesk address', waits, { ...waits, anydesk: '123456789' }, false],
    ['only the time', waits, { ...waits, serverNow: '2026-11-20T21:04:25.000Z' }, false],
    ['somebody else, who alone reads the details', waits, { ...mine, mine: false }, false],
  ] as const)(
    'R736 says until the next step that the dealership has changed its answers: %s',
    async (_, one, other, says) => {
      const server = fakeServer();
      server.answers(question, json(one), json(other));
      server.answers(accept, json({ ...other, ...taken }));
      const request = createAgentRequest(server.fetch);
      const isSaid = () => {
        const page = request.store.get();
        return page.status === 'open' && page.changed === true;
      };
      request.open('token');
      await vi.waitFor(() => expect(request.store.get().status).toBe('open'));
      for (let polls = 0; polls < 2; polls += 1) {
        const before = request.store.get();
        request.poll();
        await vi.waitFor(() => expect(request.store.get()).not.toBe(before));
        expect(isSaid()).toBe(says);
      }
      await request.step('accept');
      expect(isSaid()).toBe(false);
    },
  );

  test('R736 says so when the answers have changed by the time at which the request is accepted', async () => {
    const server = fakeServer();
    server.answers(question, json(aView({ additionalInfo: 'Lease' })));
    server.answers(accept, json({ ...mine, additionalInfo: 'Lease, and a warranty' }));
    const request = createAgentRequest(server.fetch);
    request.open('token');
    await vi.waitFor(() => expect(request.store.get().status).toBe('open'));
    await request.step('accept');
    expect(request.store.get()).toMatchObject({ view: { mine: true }, changed: true });
  });

  test('gives a question up that hangs, and asks again', async () => {
    const server = fakeServer();
    const late = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(late.signal);
    const hangs = (_: unknown, signal: AbortSignal | null) =>
      new Promise<Response>((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('given up'))),
      );
    server.answers(question, hangs, json(aView()));
    const request = createAgentRequest(server.fetch);
    request.open('token');
    request.poll();
    expect(server.asked).toHaveLength(1);
    late.abort(new DOMException('It took too long', 'TimeoutError'));
    await vi.waitFor(() => expect(request.store.get()).toEqual({ status: 'opening', silent: true }));
    request.poll();
    await vi.waitFor(() => expect(request.store.get().status).toBe('open'));
  });

  test('shows the request of a link that was opened meanwhile, whatever the first one’s step is answered', async () => {
    const server = fakeServer();
    const step = heldAnswer();
    const other = aView({ reference: 'BX-0000-0002' });
    server.answers(question, json(aView()), json(other));
    server.answers(accept, step.reply);
    const request = createAgentRequest(server.fetch);
    request.open('token');
    await vi.waitFor(() => expect(request.store.get().status).toBe('open'));
    const stepping = request.step('accept');
    request.open('another');
    await vi.waitFor(() => expect(request.store.get()).toMatchObject({ status: 'open', view: other }));
    step.come(json(mine));
    await stepping;
    expect(step.givenUp).toBe(0);
    expect(request.store.get()).toMatchObject({ status: 'open', view: other });
  });

  describe('R660 a note that was sent with Done', () => {
    const done = `POST ${agentStepPath('done')}`;
    const closing = { as: 'done', at: mine.createdAt, endsAt: mine.expiresAt } as const;
    const closed = aView({ ...mine, closing, disposition: 'help_only' });
    const ending = { disposition: 'contracted_retail', note: 'Stips are due' } as const;

    test.each([
      ['was taken', json(closed), ['perhaps', 'yes']],
      [
        'was refused, because another press of the same person had closed the request',
        json(closed, 409),
        ['perhaps', 'no'],
      ],
      ['got no answer', new Response('Bad Gateway', { status: 502 }), ['perhaps']],
      ['came when the request was over', json({ ...endedView, mine: true }, 410), ['perhaps']],
    ] as const)('%s', async (_, reply, said) => {
      const server = fakeServer();
      server.answers(question, json(mine), json(closed));
      server.answers(done, reply);
      const heard: unknown[][] = [];
      const request = createAgentRequest(server.fetch, (...call) => heard.push(call));
      request.open('token');
      await vi.waitFor(() => expect(request.store.get().status).toBe('open'));
      await request.step('done', ending);
      expect(heard).toEqual(said.map((sent) => [mine.reference, ending, sent]));
      // A closed request does not tell which press closed it.
      request.poll();
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect(heard).toHaveLength(said.length);
    });

    const cut = () => new Response('Bad Gateway', { status: 502 });
    const over = (noted?: boolean) => json({ ...endedView, mine: true, ...(noted !== undefined && { noted }) }, 410);

    test.each([
      ['was stored', [json(closed)], ['yes']],
      ['was not, because another press closed the request', [json(closed, 409)], ['no']],
      ['was stored, asked until there is an answer', [cut(), json(closed)], ['yes']],
      ['was stored, also when the request is over by then', [over(true)], ['yes']],
      ['was not, also when the request is over by then', [over(false)], ['no']],
      ['stays doubtful, when the server does not say', [over()], []],
    ] as const)('R682 and got no answer: the page finds out that it %s', async (_, answers, said) => {
      const server = fakeServer();
      server.answers(question, json(mine), json(closed));
      server.answers(done, cut(), ...answers);
      const heard: unknown[] = [];
      let doubtful = true;
      const doubt = { ...ending, ask: true };
      const request = createAgentRequest(
        server.fetch,
        (_reference, _ending, sent) => {
          heard.push(sent);
          doubtful = sent === 'perhaps';
        },
        () => (doubtful ? doubt : undefined),
      );
      request.open('token');
      await vi.waitFor(() => expect(request.store.get().status).toBe('open'));
      await request.step('done', ending);
      expect(heard).toEqual(['perhaps']);
      // Each poll asks by which press the request was closed, until there is an answer.
      for (let polls = 0; polls < 1 + answers.length; polls += 1) {
        request.poll();
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      expect(heard).toEqual(['perhaps', ...said]);
      const asked = server.asked.filter(({ method, path }) => `${method} ${path}` === done);
      expect(asked.slice(1).map(({ body }) => body)).toEqual(answers.map(() => doubt));
    });

    test.each([
      ['the closed request', json(closed), json(closed)],
      ['the request that is over', json({ ...endedView, mine: true }, 410), over(true)],
    ])('R857 by another tab is known to be sent before this tab shows %s', async (_, shows, answer) => {
      const server = fakeServer();
      server.answers(question, json(mine), shows);
      server.answers(done, answer);
      const heard: unknown[] = [];
      const request = createAgentRequest(
        server.fetch,
        (_reference, _ending, sent) => {
          heard.push([sent, request.store.get()]);
        },
        () => ({ ...ending, ask: true }),
      );
      request.open('token');
      await vi.waitFor(() => expect(request.store.get().status).toBe('open'));
      const before = request.store.get();
      request.poll();
      await vi.waitFor(() => expect(request.store.get()).not.toBe(before));
      expect(heard).toEqual([['yes', before]]);
    });

    test('R682 and got no answer is not asked about while the request is open: it may still arrive', async () => {
      const server = fakeServer();
      server.answers(question, json(mine), json(mine));
      server.answers(done, cut());
      const request = createAgentRequest(server.fetch, undefined, () => ({ ...ending, ask: true }));
      request.open('token');
      await vi.waitFor(() => expect(request.store.get().status).toBe('open'));
      await request.step('done', ending);
      request.poll();
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([question, done, question]);
    });
  });
});
