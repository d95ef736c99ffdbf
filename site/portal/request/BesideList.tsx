import { useRef } from 'react';
import { useNow } from '#client/lib/clock.ts';
import { timeOfDay } from '#client/lib/time-of-day.ts';
import { Button } from '#client/ui/Button.tsx';
import { pressWhen } from '#client/ui/use-settled.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { askedAt, isOver, shouldCall } from '#contract/request-state.ts';
import { portal } from '../portal.ts';
import { useSettledIn } from '../use-heights.ts';
import './beside-list.css';

const secondMs = 1000;
const minuteMs = 60 * secondMs;

interface Standing {
  readonly words: string;
  readonly at: string;
  /** The colour of its edge, as on the card. */
  readonly tone: 'waits' | 'held' | 'ends';
}

/** The state of a request in few words, and since when or until when. */
function standingOf(view: RequestView, nowMs: number): Standing {
  const who = view.acceptedBy ?? 'A finance manager';
  const tone = 'ends';
  if (view.endedAt !== null) {
    const ends: Partial<Record<RequestView['state'], string>> = {
      done: `${who} closed it at`,
      cancelled: 'Cancelled at',
    };
    return { tone, words: ends[view.state] ?? 'Expired at', at: view.endedAt };
  }
  if (view.closing !== null) {
    const words = view.closing.as === 'done' ? `${who} is closing it. It ends at` : 'Cancelled. It ends at';
    return { tone, words, at: view.closing.endsAt };
  }
  if (view.connectedAt !== null) return { tone: 'held', words: `${who} connected at`, at: view.connectedAt };
  const call = shouldCall(view, nowMs) ? 'Call the desk. ' : '';
  if (view.acceptedAt !== null) {
    return { tone: call ? 'waits' : 'held', words: `${call}${who} has had it since`, at: view.acceptedAt };
  }
  return { tone: 'waits', words: `${call}Nobody has it yet. Waiting since`, at: askedAt(view) };
}

/** The requests beside the one on the card: who has each, since when, and a button that puts it on the card. */
export function BesideList({ views, onShow }: { views: readonly RequestView[]; onShow: (id: string) => void }) {
  const section = useRef<HTMLElement>(null);
  // A press moves another request under the same thumb, so the buttons wait a moment after each change.
  const settled = useSettledIn(
    section,
    views.map(({ id }) => id),
  );
  // Once all are over, only the day changes.
  const nowMs = useNow(portal.clock, true, views.every(isOver) ? minuteMs : secondMs);
  return (
    <section ref={section} className="beside" aria-label="Your other requests">
      <ul>
        {views.map((view) => {
          const { words, at, tone } = standingOf(view, nowMs);
          return (
            <li key={view.id} className="wrapped" data-tone={tone}>
              <p>
                <strong>
                  {words} <time dateTime={at}>{timeOfDay(at, nowMs)}</time>
                </strong>{' '}
                <span className="numerals">
                  Other request {view.reference} · {view.dealershipName}
                  {view.callbackName !== null && ` · for ${view.callbackName}`}
                </span>
              </p>
              <Button {...pressWhen(settled, () => onShow(view.id))}>
                Show it
                <span className="visually-hidden">, {view.reference}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
