/**
 * A person of the staff at the desk, who works on requests and leads, and joins and erases leads, while dealers, agents and other
 * people act. It calls the services directly, because the desk's endpoints add little to them.
 */
import type { Context } from '#server/context.ts';
import { createRandom, type Random } from '../support/random.ts';
import type { Network } from './network.ts';
import { pause } from './pages.ts';
import { must, type NightRecord, notePress, type Row } from './record.ts';
import type { Replica } from './replica.ts';
import type { World } from './world.ts';

interface DeskPersonOptions {
  readonly world: World;
  readonly night: NightRecord;
  readonly network: Network;
  readonly replicas: () => readonly Replica[];
  readonly isDiskFull: () => boolean;
  readonly number: number;
  /**
   * The random numbers of the desk alone. A night without a person at the desk is then the same as if there were no desk at all.
   */
  readonly random: Random;
}

/** How many actions a person takes in a night. */
const mostActions = 20;

/** How long a person waits for an answer before doing something else. In milliseconds. */
const patienceMs = 20_000;

const requestSteps = {
  accept: 4,
  connected: 3,
  'undo-connected': 1,
  signing: 1,
  done: 2,
  'undo-done': 1,
  'hand-back': 2,
  'take-over': 2,
} as const;

const leadActions = { contacted: 2, note: 2, status: 1, join: 4, part: 2, apart: 1, erase: 4 } as const;

export const randomOfDesk = (seed: number): Random => createRandom(seed + 0x5eed_de5c);

export function startDeskPerson(options: DeskPersonOptions): void {
  const { world, night, network, replicas, isDiskFull, number, random } = options;
  const program = world.program(`desk ${number}`);
  const key = `desk ${number}`;
  night.open.add(key);

  /** Lets a replica do something. Resolves to undefined when no answer comes; then nobody knows whether it was done. */
  function ask<Answer>(work: (context: Context) => Promise<Answer>): Promise<Answer | undefined> {
    const alive = replicas().filter((replica) => replica.isReady());
    if (alive.length === 0 || random.chance(network.weather.lost)) return Promise.resolve(undefined);
    const { program: server, context } = random.pick(alive);
    const arrives = random.between(5, 250);
    const answersAfter = random.between(5, 250);
    const isLost = random.chance(network.weather.answerLost);
    return new Promise((resolve) => {
      const answer = (found: Answer | undefined) =>
        world.arrive(program, answersAfter, () => resolve(isLost ? undefined : found));
      const died = () => void answer(undefined);
      server.onDeath.add(died);
      world.arrive(server, arrives, () => {
        work(context).then(
          (found) => {
            // A process that has died sends no answer.
            if (server.onDeath.delete(died)) answer(found);
          },
          (error: unknown) => {
            if (!server.onDeath.delete(died)) return;
            answer(undefined);
            if (!isDiskFull() && !isBusy(error)) world.fail(error);
          },
        );
      });
    });
  }

  const person = (): { personId: string; name: string } => {
    const { id, name } = random.pick(night.rows('select id, name from people order by name')) as Row;
    return { personId: String(id), name: String(name) };
  };

  async function workOnRequest(): Promise<void> {
    const requests = night.rows('select id, reference from agent_requests where ended_at is null order by id');
    if (requests.length === 0) return;
    const { id, reference } = random.pick(requests);
    const step = random.weighted(requestSteps);
    const by = person();
    notePress(night, `${reference} ${step} ${by.name}`);
    const input = step === 'done' ? { ending: { disposition: 'contracted_retail' as const } } : {};
    const taken = await ask(({ agentRequests }) => agentRequests.step(step, String(id), by, input));
    world.note(program, `${by.name}: ${step} on ${reference}: ${taken}`);
  }

  async function workOnLead(): Promise<void> {
    const leads = night.rows('select id, version, reference from leads order by created_at, id');
    const [newest] = leads.slice(-1);
    if (!newest) return;
    // Mostly the newest lead: its dealer may be sending at this moment, or may not know yet that it was stored.
    const lead = random.chance(0.6) ? newest : random.pick(leads);
    const other = random.pick(leads);
    const seen = { id: String(lead['id']), version: Number(lead['version']) };
    const otherSeen = { id: String(other['id']), version: Number(other['version']) };
    const action = random.weighted(leadActions);
    const [words, noteId] = [`A note of ${key}`, crypto.randomUUID()];
    if (action === 'erase') night.erasing.add(seen.id);
    const outcome = await ask(async ({ leadWork, erasure }) => {
      if (action === 'contacted') return leadWork.contacted('command', seen);
      if (action === 'note') return leadWork.note('command', seen.id, { id: noteId, text: words });
      if (action === 'status')
        return leadWork.edit('command', seen, { status: random.pick(['qualified', 'lost', 'new']) });
      if (action === 'join') return leadWork.join('command', seen, otherSeen);
      if (action === 'part') return leadWork.part('command', seen, otherSeen.id);
      if (action === 'apart') return leadWork.tellApart('command', seen, otherSeen.id);
      return erasure.erase({ items: [{ kind: 'lead', id: seen.id }], reason: 'asked', by: null });
    });
    const said = outcome === undefined ? 'no answer' : JSON.stringify(outcome);
    world.note(program, `${action} of ${lead['reference']} (${other['reference']}): ${said}`);
    if (outcome?.kind === 'erased') {
      night.erased.add(seen.id);
      const [row] = night.rows('select erased_at from leads where id = ?', seen.id);
      must(row?.['erased_at'] !== null, () => `${lead['reference']} is said to be erased, and it is not`);
    }
    if (outcome?.kind === 'kept') {
      for (const item of outcome.items) {
        must(item.because === 'erased', () => `${lead['reference']} is said to be kept: ${JSON.stringify(item)}`);
      }
    }
  }

  async function live(): Promise<void> {
    for (let count = 0; count < mostActions; count++) {
      await pause(random.between(1000, 12_000));
      const acts = random.chance(0.5) ? workOnRequest() : workOnLead();
      acts.catch((error: unknown) => world.fail(error));
      await Promise.race([acts, pause(patienceMs)]);
    }
    night.open.delete(key);
  }
  world.as(program, () => void live().catch((error: unknown) => world.fail(error)));
}

/** The error that the desk answers with 503: another process keeps the database locked. */
const isBusy = (error: unknown): boolean => (error as { code?: string }).code === 'SQLITE_BUSY';
