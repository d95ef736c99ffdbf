/** The texts about a request on an agent's page. Pure. */
import { timeOfDay } from '#client/lib/time-of-day.ts';
import type { AgentStep } from '#contract/agent.ts';
import type { AgentView, EndedView } from '#contract/agent-endpoints.ts';
import { dispositions } from '#contract/agent-request.ts';
import { type Action, isLateNow } from './bar.ts';

interface ActionWords {
  readonly press: string;
  /** Shown while the step is sent. */
  readonly pressed?: string;
  /** More text for screen readers, because the button's position tells the rest to people who see it. */
  readonly of?: string;
}

export const actionWords: Record<Action, ActionWords> = {
  accept: { press: 'Accept', pressed: 'Accepting…' },
  decline: { press: 'Not me', pressed: 'Saving…' },
  'take-over': { press: 'Take over', pressed: 'Taking over…' },
  connected: { press: 'Connected', pressed: 'Saving…' },
  'undo-connected': { press: 'Undo', pressed: 'Undoing…', of: 'Connected' },
  'ask-done': { press: 'Done' },
  done: { press: 'Close request', pressed: 'Closing…' },
  'undo-done': { press: 'Undo Done', pressed: 'Undoing…' },
  'ask-hand-back': { press: 'Hand back' },
  'hand-back': { press: 'Yes, hand it back', pressed: 'Handing back…' },
  back: { press: 'Back' },
};

/** The name of a step, for the message that no answer came to it. */
export const stepName = (step: AgentStep): string => actionWords[step].press;

const whileClosing = ({ closing, disposition, mine, acceptedBy, serverNow }: AgentView): string => {
  const at = timeOfDay(closing?.endsAt ?? 0, serverNow);
  if (closing?.as === 'cancelled') return `The dealership cancelled it. It ends at ${at}, unless they take that back.`;
  if (!mine) return `${acceptedBy ?? 'Another'} is closing it.`;
  return `Closing as “${disposition ? dispositions[disposition] : 'Done'}”. It ends at ${at}, unless you undo it.`;
};

const whyNotYours: Record<NonNullable<AgentView['givenUp']>, string> = {
  declined: 'You said “not me”',
  'handed-back': 'You handed it back',
  released: 'It was taken from you',
};

function whileFree(view: AgentView): string {
  const { declinedAt, givenUp = 'declined', handedBackBy, handedToYou, handedOff, notTakenBy, you, serverNow } = view;
  if (handedToYou) return `${handedBackBy ?? 'Somebody'} hands it off to you. Accept it, or say “not me”.`;
  const notTaken = notTakenBy === you ? ' to you' : `, and ${notTakenBy} has not taken it`;
  if (declinedAt !== null) {
    const why = givenUp === 'handed-back' && handedOff ? 'You handed it off' : whyNotYours[givenUp];
    return `${why} at ${timeOfDay(declinedAt, serverNow)}. Nobody has it yet.`;
  }
  const back = `${handedBackBy} handed it ${handedOff ? 'off' : 'back'}${notTakenBy ? notTaken : ''}`;
  return `${handedBackBy === null ? 'Nobody has it yet' : back}. The first to accept has it.`;
}

/** The colour of the page's head: `mine` when this agent has the request, `late` when it has not connected in time, else `plain`. */
export function toneOf(view: AgentView): 'mine' | 'late' | 'plain' {
  if (!view.mine || view.closing !== null) return 'plain';
  return isLateNow(view) ? 'late' : 'mine';
}

/** The state of the request in a sentence, for the agent who reads it. */
export function standingOf(view: AgentView): string {
  const { acceptedAt, acceptedBy, connectedAt, mine, closing, serverNow } = view;
  if (closing !== null) return whileClosing(view);
  if (acceptedAt === null) return whileFree(view);
  const since = timeOfDay(acceptedAt, serverNow);
  const late = isLateNow(view);
  if (!mine) {
    const who = `${acceptedBy ?? 'Another finance manager'} has it, since ${since}`;
    return late ? `${who}, and is not connected. You can take it over.` : `${who}.`;
  }
  if (connectedAt !== null) return `You are connected, since ${timeOfDay(connectedAt, serverNow)}.`;
  if (late) return `You accepted it at ${since} and are not connected. Call them, or hand it back.`;
  return `It is yours, since ${since}.`;
}

/** How a request ended, in a sentence for the agent who opens its link later. */
export function endingOf({ state, endedAt, acceptedBy, mine, disposition }: EndedView, now: string | number): string {
  const at = timeOfDay(endedAt, now);
  if (state === 'cancelled') return `The dealership cancelled it. It ended at ${at}.`;
  if (state === 'expired') return `Its time ended at ${at}. Nobody ${acceptedBy === null ? 'had' : 'closed'} it.`;
  if (!mine) return `${acceptedBy ?? 'The finance manager'} closed it at ${at}.`;
  return `You closed it at ${at}${disposition ? `: ${dispositions[disposition]}` : ''}.`;
}
