/** What the live card says about a request at a moment. Every word follows from a fact; nothing is guessed. Pure. */
import { timeOfDay } from '#client/lib/time-of-day.ts';
import { requestTypes } from '#contract/agent-request.ts';
import type { Closing, RequestView } from '#contract/agent-request-endpoints.ts';
import { askedAt, isLate, isOver, shouldCall } from '#contract/request-state.ts';

/**
 * `done`: it happened; `next`: it is waited for; `open`: it may come later; `passed`: it did not happen and will not, because a
 * later step did, or the request is over.
 */
export type Standing = 'done' | 'next' | 'open' | 'passed';

interface CardStep {
  readonly key: 'stored' | 'sent' | 'delivered' | 'accepted' | 'connected';
  readonly label: string;
  readonly standing: Standing;
  /** ISO-8601; null for a step that has not happened. */
  readonly at: string | null;
  /** Shown instead of a time, for a step that has not happened. */
  readonly words: string;
}

/** `waiting` for a person; `call`: the store should call; `coming`, `connected`: a person has it; `closing`; `over`. */
type CardMood = 'waiting' | 'call' | 'coming' | 'connected' | 'closing' | 'over';

export interface Card {
  readonly mood: CardMood;
  readonly headline: string;
  readonly words: string;
  readonly steps: readonly CardStep[];
}

/** A span as people say it: `45 seconds`, `3 minutes`. */
export function spanInWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : [Math.floor(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** A span as a clock shows it: `0:45`, `14:03`. */
export function spanOnClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

function stepsOf(view: RequestView): CardStep[] {
  const { smsStatus, mailing, acceptedBy } = view;
  const byText = smsStatus === 'going' || view.deliveredAt !== null;
  const goesNowhere = !byText && !mailing;
  // `sentAt` may be the time of a text that failed.
  const byMail = !byText && mailing && (smsStatus !== 'failed' || view.sentAt === null);
  const facts = [
    { key: 'stored', label: 'Stored', at: view.createdAt },
    { key: 'sent', label: byMail ? 'Sent by mail' : 'Sent', at: view.sentAt },
    { key: 'delivered', label: 'Text delivered', at: view.deliveredAt },
    { key: 'accepted', label: acceptedBy === null ? 'Accepted' : `Accepted by ${acceptedBy}`, at: view.acceptedAt },
    { key: 'connected', label: 'Connected', at: view.connectedAt },
  ] as const;
  const last = facts.findLastIndex(({ at }) => at !== null);
  const over = isOver(view);
  const passed = (key: CardStep['key'], index: number) =>
    over || index < last || (key === 'sent' && goesNowhere) || (key === 'delivered' && !byText);
  const why: Partial<Record<CardStep['key'], string>> = {
    // A person to whom it was handed off, and one who has it, heard of it at the desk.
    ...(goesNowhere && { sent: view.waitsFor === null && view.acceptedAt === null ? 'not possible' : 'at the desk' }),
    delivered: byText ? 'no report' : 'no text',
  };
  let next = true;
  return facts.map(({ key, label, at }, index): CardStep => {
    if (at !== null) return { key, label, at, standing: 'done', words: '' };
    if (passed(key, index)) return { key, label, at, standing: 'passed', words: why[key] ?? 'did not come' };
    const [standing, words] = next ? (['next', 'waiting'] as const) : (['open', 'not yet'] as const);
    next = false;
    return { key, label, at, standing, words };
  });
}

/** Why no text goes out. */
const withoutTexts: Record<Exclude<RequestView['smsStatus'], 'going'>, string> = {
  capped: "This hour's texts are used up",
  nobody: 'Nobody can be texted now',
  none: 'No text can go out now',
  failed: 'No text got through',
};

type Words = Pick<Card, 'mood' | 'headline' | 'words'>;

/** Why nobody has the request any more. Without a name: it was taken from a person who cannot go on with it. */
function backText({ handedBackBy: by, notTakenBy }: RequestView): string {
  if (notTakenBy) return `${notTakenBy} has not taken it`;
  return by === null ? 'Your finance manager had to leave' : `${by} handed it back`;
}

const faster = 'stays open; the call is faster now';

/** Why nobody is left to ask: all declined or left, the last handed it back, or it was handed off to one who has left. */
function whyNobodyIsLeft(view: RequestView): string {
  const { nobodyLeftAt, handedBackAt, smsStatus } = view;
  return nobodyLeftAt === handedBackAt || (handedBackAt !== null && smsStatus === 'nobody')
    ? backText(view)
    : 'Everybody who was asked said no or has left';
}

/**
 * Says that a request is open, with `more`. A page that hears nothing, as on a laptop that slept, does not know what became of a request
 * whose time is over.
 */
const openText = ({ expiresAt }: RequestView, serverNowMs: number, more: string): string =>
  serverNowMs < Date.parse(expiresAt)
    ? `Your request ${more}.`
    : `Your request was open until ${timeOfDay(expiresAt, serverNowMs)}.`;

function whenNobodyIsLeft(view: RequestView, serverNowMs: number): Words {
  return {
    mood: 'call',
    headline: 'Nobody can take it now. Call the desk.',
    words: `${whyNobodyIsLeft(view)}. ${openText(view, serverNowMs, 'stays open')}`,
  };
}

function whileWaiting(view: RequestView, serverNowMs: number): Words {
  if (shouldCall(view, serverNowMs)) {
    if (view.nobodyLeftAt !== null) return whenNobodyIsLeft(view, serverNowMs);
    if (view.smsStatus !== 'going' && view.waitsFor === null) {
      const why = withoutTexts[view.smsStatus];
      const back = view.handedBackAt === null ? '' : `${backText(view)}. `;
      const open = view.mailing
        ? 'is at the desk and goes out by mail; the call is faster'
        : 'is at the desk; only a call is sure to be heard';
      const words = `${back}${why}. ${openText(view, serverNowMs, open)}`;
      return { mood: 'call', headline: 'Call the desk now', words };
    }
    const again = view.handedBackAt === null ? '' : ` since ${timeOfDay(view.handedBackAt, serverNowMs)}`;
    return {
      mood: 'call',
      headline: 'Nobody has accepted yet. Call the desk.',
      words: `No answer within ${spanInWords(view.callAfterMs)}${again}. ${openText(view, serverNowMs, faster)}`,
    };
  }
  const mood = 'waiting';
  if (view.waitsFor !== null) {
    const headline = `${view.handedBackBy} is handing it to ${view.waitsFor}`;
    return { mood, headline, words: `${view.waitsFor} was asked and has not accepted yet. This page says so at once.` };
  }
  const words = 'The first finance manager to accept has it, and this page says so at once.';
  if (view.handedBackAt !== null) {
    return { mood, headline: `${backText(view)}. Looking for another finance manager.`, words };
  }
  if (view.deliveredAt !== null) return { mood, headline: 'Text delivered. Waiting for a finance manager.', words };
  if (view.sentAt !== null) return { mood, headline: 'Sent. Waiting for a finance manager.', words };
  return { mood, headline: 'Stored. Going out to the finance managers on shift.', words };
}

/** The words while a finance manager has the request and is not connected yet. */
function whileComing(view: RequestView, who: string, serverNowMs: number): Words {
  if (isLate(view, serverNowMs) && view.acceptedAt !== null && view.lateAt !== null) {
    const span = spanInWords(Date.parse(view.lateAt) - Date.parse(view.acceptedAt));
    return {
      mood: 'call',
      headline: `${who} is not connected yet. Call the desk.`,
      words: `Accepted at ${timeOfDay(view.acceptedAt, serverNowMs)} and not connected within ${span}. ${openText(view, serverNowMs, faster)}`,
    };
  }
  const words =
    view.anydesk === null
      ? `Have AnyDesk open. ${who} needs its address to join your screen.`
      : `${who} has your AnyDesk address. Accept the connection when AnyDesk asks.`;
  return { mood: 'coming', headline: `${who} has your request`, words };
}

function whileClosing({ as, endsAt }: Closing, who: string, serverNowMs: number): Words {
  const mood = 'closing';
  const at = timeOfDay(endsAt, serverNowMs);
  if (as === 'cancelled') {
    return { mood, headline: 'Cancelled', words: `It ends at ${at}. Until then you can take it back.` };
  }
  const words = `${who} pressed Done. The request ends at ${at}. Not finished? Call the desk.`;
  return { mood, headline: `${who} is closing this request`, words };
}

function whenOver(view: RequestView, cancelledHere: boolean): Words {
  const mood = 'over';
  const who = view.acceptedBy ?? 'The finance manager';
  if (view.state === 'cancelled') {
    // The agent's link always says it. Whether a text or mail can be sent as well is not known here.
    const words =
      view.acceptedBy === null ? 'Nobody will come for it.' : `${view.acceptedBy} sees it with the request.`;
    return { mood, headline: `${cancelledHere ? 'You' : 'Your store'} cancelled this request`, words };
  }
  if (view.state === 'done') return { mood, headline: `${who} closed this request`, words: 'Ask again any time.' };
  if (view.acceptedAt !== null) {
    return { mood, headline: 'This request has ended', words: `${who} did not close it, so it ended by itself.` };
  }
  const span = spanInWords(Date.parse(view.expiresAt) - Date.parse(askedAt(view)));
  return {
    mood: 'call',
    headline: 'This request has expired. Call the desk.',
    words: `Nobody accepted it within ${span}.`,
  };
}

/**
 * The card of a request.
 *
 * @param serverNowMs the server's time, which is the page's clock corrected by `serverNow`
 * @param cancelledHere whether Cancel was pressed in this tab: a colleague of the store has the same card
 */
export function cardOf(view: RequestView, serverNowMs: number, { cancelledHere = false } = {}): Card {
  const steps = stepsOf(view);
  if (isOver(view)) return { ...whenOver(view, cancelledHere), steps };
  const who = view.acceptedBy ?? 'A finance manager';
  if (view.closing) return { ...whileClosing(view.closing, who, serverNowMs), steps };
  if (view.connectedAt !== null) {
    const headline = view.signingAt === null ? `${who} is connected` : `${who} is connected and signing has begun`;
    return { mood: 'connected', headline, words: 'Stay at the screen.', steps };
  }
  const card = view.acceptedAt === null ? whileWaiting(view, serverNowMs) : whileComing(view, who, serverNowMs);
  // The person from whom it was taken may still be on the screen, whether Connected was pressed or not.
  const isTaken = view.handedBackAt !== null && view.handedBackBy === null;
  return { ...card, words: `${isTaken ? 'End any AnyDesk session that is still open. ' : ''}${card.words}`, steps };
}

/** What a request is for, in a word or two. */
export const requestTypeWords: Record<RequestView['requestType'], string> = {
  active_deal: 'Active deal',
  custom_request: requestTypes.custom_request,
};
