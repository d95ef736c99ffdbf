/** Plays a random history of requests, calls and presences at a desk with its real services, for the tests of the figures. */
import { dealerships as sampleDealerships } from '#brand/dealerships.ts';
import { dispositionNames } from '#contract/agent-request.ts';
import { productNames } from '#contract/desk/board.ts';
import { presences } from '#contract/desk/live.ts';
import { mintId } from '#contract/reference.ts';
import { testClock } from './clock.ts';
import type { EngineUnderTest } from './each-engine.ts';
import { startPortal } from './portal.ts';
import type { Random } from './random.ts';
import { staffOf } from './staff.ts';

const generous = '100000/1';
const steps = [
  'accept',
  'accept',
  'accept',
  'connected',
  'connected',
  'undo-connected',
  'signing',
  'hand-back',
  'hand-off',
  'take-over',
  'done',
  'done',
  'undo-done',
  'reopen',
] as const;

export async function startHistory(under: EngineUnderTest, at: string) {
  const clock = testClock(at);
  const portal = await startPortal(
    under,
    {
      ON_SHIFT: '',
      LIMIT_AGENT_REQUESTS_PER_SESSION: generous,
      LIMIT_AGENT_REQUESTS_PER_DEALERSHIP: generous,
      LIMIT_REQUESTS_PER_ADDRESS: generous,
    },
    { now: clock.now },
  );
  const { context, ask, sessionFor, shared } = portal;
  const staff = staffOf(context);
  const people: { readonly id: string; readonly name: string }[] = [];
  for (const name of ['Ana Ruiz', 'Ben Cole', 'Cem Aydin']) people.push(await staff.addPerson('agent', { name }));
  const asked: string[] = [];
  const { agentRequests, calls, presence } = context;
  const actor = ({ id, name }: { readonly id: string; readonly name: string }) => ({ personId: id, name });

  async function request(random: Random): Promise<void> {
    const token = await sessionFor(shared.code);
    const dealershipName = random.pick(sampleDealerships.slice(0, 3)).name;
    asked.push(await ask(token, { dealershipName, additionalInfo: mintId() }));
  }

  async function step(random: Random): Promise<void> {
    // Mostly one of the newest requests, and sometimes one that ended long ago.
    const id = random.chance(0.8) ? asked.at(-random.between(1, Math.min(3, asked.length))) : random.pick(asked);
    if (id === undefined) return;
    const name = random.pick(steps);
    const handOff = {
      to: null,
      stage: 'accepted' as const,
      lender: '',
      products: [],
      openStipulations: '',
      promised: '',
    };
    await agentRequests.step(name, id, actor(random.pick(people)), {
      ...(name === 'done' && { ending: { disposition: random.pick(dispositionNames) } }),
      ...(name === 'hand-off' && { handOff }),
    });
  }

  /** Reopens a request that is over, if there is one, and takes one more step on it. */
  async function again(random: Random): Promise<void> {
    const by = actor(random.pick(people));
    for (const id of random.shuffled(asked)) {
      if (!(await agentRequests.step('reopen', id, by))) continue;
      clock.advance(1000);
      await agentRequests.step(random.pick(['connected', 'hand-back', 'done'] as const), id, by, {
        ending: { disposition: random.pick(dispositionNames) },
      });
      return;
    }
  }

  async function deal(random: Random): Promise<void> {
    const id = random.pick(asked);
    const found = await context.storage.db
      .selectFrom('request_deals')
      .select('version')
      .where('request_id', '=', id)
      .executeTakeFirst();
    const patch = {
      products: random.shuffled(productNames).slice(0, random.between(0, 3)),
      minutes: random.chance(0.5) ? random.between(5, 90) : null,
      notBilledReason: random.chance(0.2) ? 'goodwill' : null,
    };
    await agentRequests.editDeal(id, actor(random.pick(people)), { version: found?.version ?? 0, patch });
  }

  async function call(random: Random): Promise<void> {
    const [{ id: dealershipId } = { id: '' }] = await context.dealerships.list();
    const body = { id: mintId(), dealershipId, requestType: 'active_deal' as const, note: '' };
    const ended = { disposition: random.pick(dispositionNames), minutes: random.between(1, 30) };
    await calls.log({ ...body, ...ended }, actor(random.pick(people)));
  }

  return {
    ...portal,
    clock,
    people,
    /** Plays a number of random events, each some seconds or minutes after the one before. */
    async play(random: Random, things: number): Promise<void> {
      for (let thing = 0; thing < things; thing++) {
        clock.advance(1000 * (random.chance(0.8) ? random.between(1, 60) : random.between(300, 1500)));
        const what = random.weighted({ request: 4, step: 14, again: 1, deal: 2, cancel: 1, call: 1, presence: 3 });
        if (what === 'presence') await presence.set(random.pick(people).id, random.pick(presences));
        else if (what === 'request' || asked.length === 0) await request(random);
        else if (what === 'step') await step(random);
        else if (what === 'again') await again(random);
        else if (what === 'deal') await deal(random);
        else if (what === 'call') await call(random);
        else await agentRequests.cancel(asked.at(-1) ?? '');
        await agentRequests.sweep();
      }
    },
  };
}

export type History = Awaited<ReturnType<typeof startHistory>>;
