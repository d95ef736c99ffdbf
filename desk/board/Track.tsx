import { dealStageNames, dealStages } from '#contract/desk/board.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { timeIn, whenIn } from '../lib/times.ts';

/** The stages of a deal, with the times of those that happened. */
export function Track({ record, nowMs }: { record: RequestRecord; nowMs: number }) {
  const { acceptedAt, connectedAt, signingAt, closing, endedAt, stage, dealershipZone } = record;
  if (acceptedAt === null) return null;
  const times = {
    accepted: acceptedAt,
    connected: connectedAt,
    signing: signingAt,
    done: stage === 'done' ? (endedAt ?? closing?.at ?? null) : null,
  };
  return (
    <ol className="track">
      {dealStageNames.map((name) => {
        const at = times[name];
        return (
          <li key={name} data-done={at !== null || undefined} aria-current={stage === name ? 'step' : undefined}>
            <span>{dealStages[name]}</span>
            {at === null ? (
              <span className="visually-hidden">not yet</span>
            ) : (
              <time dateTime={at}>{whenIn(dealershipZone, at, nowMs, timeIn)}</time>
            )}
          </li>
        );
      })}
    </ol>
  );
}
