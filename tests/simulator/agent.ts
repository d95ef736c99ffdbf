/** A finance manager on shift, who opens the links of texts and mails on a phone, with the site's own code of the agent's page. */
import { type AgentStep, agentPagePath, agentPollMs } from '#contract/agent.ts';
import { createAgentRequest } from '../../site/agent/agent-request.ts';
import { type Browser, leave, openPage, pause } from './pages.ts';
import type { Arrived } from './providers.ts';
import { type NightRecord, notePress } from './record.ts';

const linkIn = new RegExp(`${agentPagePath}#([\\w-]+)`);

/** How often an agent looks at one request before the telephone is put away. */
const mostLooks = 24;
/** How often an agent looks again at a request that another agent has. */
const looksAtOthers = 4;

export interface Agent {
  /** Reads a text or a mail. */
  read(arrived: Arrived): void;
}

export function createAgent(night: NightRecord, browser: Browser, name: string): Agent {
  const { world } = browser;
  const { random } = world;
  const opened = new Set<string>();

  async function follow(token: string): Promise<void> {
    const page = openPage(browser);
    await world.as(page.program, async () => {
      await pause(random.between(2000, 30_000));
      const agent = createAgentRequest(page.program.surroundings.fetch as typeof fetch);
      agent.open(token);
      let others = 0;
      for (let looks = 0; looks < mostLooks; looks++) {
        await pause(random.chance(0.3) ? random.between(300, 2000) : random.between(agentPollMs, 25_000));
        const now = agent.store.get();
        if (now.status === 'dead' || now.status === 'over' || now.status === 'no link') break;
        if (now.status !== 'open') {
          agent.poll();
          continue;
        }
        if (!now.view.mine && now.view.acceptedAt !== null && ++others > looksAtOthers) break;
        const step = stepFor(now.view);
        if (step) await take(now.view.reference, now.view.you, step);
        else agent.poll();
      }
      leave(page);

      async function take(reference: string, you: string, step: AgentStep): Promise<void> {
        world.note(page.program, `presses ${step} on ${reference}`);
        notePress(night, `${reference} ${step} ${you}`);
        await agent.step(step, step === 'done' ? { disposition: 'contracted_retail' } : undefined);
      }
    });
  }

  function stepFor(view: { mine: boolean; acceptedAt: string | null; connectedAt: string | null; closing: unknown }) {
    const { mine, acceptedAt, connectedAt, closing } = view;
    const step = (weights: Readonly<Partial<Record<AgentStep | 'nothing', number>>>): AgentStep | undefined => {
      const chosen = random.weighted(weights as Record<AgentStep | 'nothing', number>);
      return chosen === 'nothing' ? undefined : chosen;
    };
    if (closing) return mine ? step({ nothing: 9, 'undo-done': 1 }) : undefined;
    if (mine && connectedAt !== null) return step({ nothing: 4, done: 4, 'undo-connected': 1, 'hand-back': 1 });
    if (mine) return step({ nothing: 3, connected: 5, 'hand-back': 1, done: 1 });
    if (acceptedAt === null) return step({ nothing: 3, accept: 5, decline: 1 });
    return step({ nothing: 30, 'take-over': 1 });
  }

  return {
    read({ words }) {
      const token = linkIn.exec(words)?.[1];
      // The text and the mail lead to the same page. An agent who has opened it does not open it again.
      if (token === undefined || opened.has(token)) return;
      opened.add(token);
      const key = `${name} ${opened.size}`;
      night.open.add(key);
      follow(token)
        .catch((error: unknown) => world.fail(error))
        .finally(() => night.open.delete(key));
    },
  };
}
