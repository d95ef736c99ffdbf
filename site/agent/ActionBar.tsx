import type { CSSProperties } from 'react';
import { timeOfDay } from '#client/lib/time-of-day.ts';
import { Button } from '#client/ui/Button.tsx';
import type { AgentView } from '#contract/agent-endpoints.ts';
import { type Action, at, type Place, placeOf } from './bar.ts';
import { actionWords } from './words.ts';

/** The id of the Done form. The bar's button names it, so that it submits the form. */
export const doneFormId = 'agent-done';

/** The steps that the upper row shows where no button covers it: column, label before and after the step, and its time. */
function trackOf({ acceptedAt, connectedAt, closing }: AgentView) {
  return [
    [1, 'Accept', 'Accepted', acceptedAt],
    [2, 'Connected', 'Connected', connectedAt],
    [3, 'Done', 'Done', closing?.as === 'done' ? closing.at : null],
  ] as const;
}

/** The props by which `bar.css` puts something in its place. */
const placedAt = ({ row, from, to }: Place) => ({
  'data-row': row,
  style: { '--row': row, '--from': from, '--to': to } as CSSProperties,
});

interface ActionBarProps {
  view: AgentView;
  actions: readonly Action[];
  pending: Action | undefined;
  /** Whether the buttons have been visible long enough for a press to be intended. */
  settled: boolean;
  onAction: (action: Action) => void;
}

/** The agent's actions, each in a fixed place. The next step is amber. */
export function ActionBar({ view, actions, pending, settled, onAction }: ActionBarProps) {
  const waits = !settled || pending !== undefined;
  const covers = (column: number) =>
    actions.some((action) => {
      const { row, from, to } = placeOf[action];
      return row === 1 && from <= column && column <= to;
    });
  const [next] = actions.filter((action) => placeOf[action].row === 1 || action === 'take-over');
  return (
    <section className="agent-bar" aria-label="What you do">
      {trackOf(view)
        .filter(([column]) => !covers(column))
        .map(([column, open, done, time]) => (
          <p key={column} {...placedAt(at(1, column))} className="numerals agent-track" data-done={time !== null}>
            {time === null ? (
              <span aria-hidden="true">{open}</span>
            ) : (
              <>
                <span>{done}</span> <time dateTime={time}>{timeOfDay(time, view.serverNow)}</time>
              </>
            )}
          </p>
        ))}
      {actions.map((action) => {
        const { press, pressed = press, of } = actionWords[action];
        return (
          <Button
            key={action}
            {...placedAt(placeOf[action])}
            look={action === next ? 'primary' : 'plain'}
            aria-disabled={waits || undefined}
            {...(action === 'done' && { type: 'submit', form: doneFormId })}
            onClick={(event) => {
              if (waits) event.preventDefault();
              else if (action !== 'done') onAction(action);
            }}
          >
            {pending === action ? pressed : press}
            {of && <span className="visually-hidden"> {of}</span>}
          </Button>
        );
      })}
    </section>
  );
}
