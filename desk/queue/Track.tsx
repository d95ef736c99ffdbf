import { dealStageNames, dealStages } from '#contract/desk/board.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { timeIn } from '../lib/times.ts';

/** The stages of a deal, with the times of those that happened. */
export function Track({ record, timeZone }: { record: RequestRecord; timeZone: string }) {
  const { acceptedAt, connectedAt, signingAt, closing, endedAt, stage } = record;
  if (acceptedAt === null) return null;
  const times = {
    accepted: acceptedAt,
    connected: connectedAt,
    signing: signingAt,
    done: endedAt ?? (closing?.as === 'done' ? closing.at : null),
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
              <time dateTime={at}>{timeIn(timeZone, at)}</time>
            )}
          </li>
        );
      })}
    </ol>
  );
}
