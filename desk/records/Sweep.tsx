import { Button } from '#client/ui/Button.tsx';
import { recordsIn, sweepDoubts } from '#contract/desk/records.ts';
import { confirmSweep, type RecordsView, type SweepView, viewRecords } from '#contract/desk/sweep-endpoints.ts';
import { recordClasses } from '#contract/record-classes.ts';
import { keepRead } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';
import type { Say } from '../ui/Said.tsx';
import { When } from '../ui/When.tsx';

const numberFormat = new Intl.NumberFormat('en-US');
const written = (count: number) => numberFormat.format(count);

/** Why a sweep only reported, and the button that lets the next sweep delete. */
function Waits({ sweep, onSaid }: { sweep: SweepView; onSaid: Say }) {
  const { send, sending } = useSend(confirmSweep);
  if (sweep.doubt === null || sweep.confirmedAt !== null) return null;
  const confirm = async () => {
    const result = await send({ params: { id: sweep.id }, body: {} });
    if (result.kind !== 'ok') return onSaid('stop', failureText(result));
    keepRead(viewRecords, {}, result.value);
    onSaid('go', 'Confirmed. The next sweep deletes what is past its retention period.');
  };
  return (
    <div className="sweep-waits">
      <p>
        <strong>The sweep waits for you.</strong> {sweepDoubts[sweep.doubt]} Records past their retention period:{' '}
        {written(recordsIn(sweep.planned))}.
        {sweep.doubt === 'clock' && ' Sessions and links that ran out stay stored, too, until you confirm.'}
      </p>
      <p>
        <Button look="primary" aria-disabled={sending} onClick={() => sending || void confirm()}>
          {sending ? 'Confirming…' : 'Let the next sweep delete them'}
        </Button>
      </p>
    </div>
  );
}

function standingOf({ endedAt, doubt, confirmedAt, confirmedBy }: SweepView): string {
  if (endedAt === null) return 'runs now';
  if (doubt === null) return 'deleted what was past its retention period';
  return confirmedAt === null ? 'only reported, and waits' : `only reported; confirmed by ${confirmedBy}`;
}

const countsIn = ({ doubt, taken, planned }: SweepView): string => {
  const counts = Object.entries(doubt === null ? taken : planned).filter(([, count]) => count > 0);
  return counts.map(([kind, count]) => `${written(count)} ${kind}`).join(', ') || 'nothing';
};

/** How many records of each kind the next sweep deletes, and what the last sweeps deleted. */
export function Sweep({ view, onSaid }: { view: RecordsView; onSaid: Say }) {
  const { kinds, mostCounted, sweeps } = view;
  const [newest] = sweeps;
  return (
    <>
      <section aria-labelledby="next-sweep">
        <h2 id="next-sweep">What the next sweep deletes</h2>
        <p className="soft">
          Once a night, from three o’clock on, records that are past their retention period are deleted, or blanked
          where their row is still counted.
        </p>
        {newest ? (
          <Waits sweep={newest} onSaid={onSaid} />
        ) : (
          <p>No sweep has run yet. The first one only reports what it would delete.</p>
        )}
        <ul className="ruled sweep-kinds">
          {kinds.map(({ name, class: id, kept, due }) => (
            <li key={name}>
              <span>
                {name} <span className="soft">{recordClasses[id].name}</span>
              </span>
              <span className="soft">{kept}</span>
              <strong className="numerals">
                {written(due)}
                {due >= mostCounted && ' or more'}
              </strong>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="last-sweeps">
        <h2 id="last-sweeps">The last sweeps</h2>
        {sweeps.length === 0 && <p className="soft">There is none yet.</p>}
        <ul className="ruled sweep-list">
          {sweeps.map((sweep) => (
            <li key={sweep.id}>
              <p>
                <strong>
                  <When at={sweep.startedAt} />
                </strong>{' '}
                {standingOf(sweep)}
              </p>
              <p className="soft">
                {countsIn(sweep)}
                {recordsIn(sweep.kept) > 0 && `; ${written(recordsIn(sweep.kept))} kept by a hold`}
              </p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
