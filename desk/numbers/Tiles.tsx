import { changeText, countOf, countText, decimalText, durationText, shareText } from '#contract/desk/figure-words.ts';
import type { Figures, Spread } from '#contract/desk/figures-endpoints.ts';

interface Tile {
  readonly name: string;
  readonly value: string;
  /** Empty notes are left out. */
  readonly notes: readonly string[];
  readonly isBad?: boolean;
}

const nineOfTen = ({ nineOfTenMs }: Spread): string =>
  nineOfTenMs === null ? 'nothing timed yet' : `9 of 10 within ${durationText(nineOfTenMs)}`;

const timed = ({ medianMs }: Spread, when: string): string =>
  medianMs === null ? '' : `${durationText(medianMs)} ${when}`;

/** How many of the missed requests came while nobody was available, as far as that is known. */
function missedNote({ totals, missedKnown: known, missedAlone: alone }: Figures): string {
  if (totals.missed === 0) return 'none ended before somebody accepted';
  if (known === 0) return 'nobody accepted in time';
  if (alone > 0) return `${countText(alone)} while nobody was available`;
  return known < totals.missed ? '' : 'somebody was available each time';
}

function tilesOf(figures: Figures): readonly Tile[] {
  const { totals, before, period } = figures;
  return [
    {
      name: 'Requests',
      value: countText(totals.requests),
      notes: [changeText(totals.requests, before.requests, period.kind, period.running)],
    },
    {
      name: 'To accept, median',
      value: durationText(totals.accept.medianMs),
      notes: [nineOfTen(totals.accept), timed(before.accept, 'before')],
    },
    {
      name: 'Press to connected, median',
      value: durationText(totals.wait.medianMs),
      notes: [nineOfTen(totals.wait), timed(totals.connect, 'of it after Accept')],
    },
    {
      name: 'Missed',
      value: countText(totals.missed),
      notes: [missedNote(figures), `${countText(before.missed)} before`],
      isBad: totals.missed > 0,
    },
    {
      name: 'Contracted',
      value: shareText(totals.contracted, totals.decided),
      notes: [
        `${countText(totals.contracted)} of ${countText(totals.decided)} decided`,
        totals.contracted === 0 ? '' : `${decimalText(totals.products / totals.contracted)} products a deal`,
      ],
    },
  ];
}

/** The few most important figures. */
export function Tiles({ figures }: { figures: Figures }) {
  return (
    <dl className="boxed numbers-tiles">
      {tilesOf(figures).map(({ name, value, notes, isBad }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={isBad ? 'tile-value is-bad' : 'tile-value'}>{value}</dd>
          {notes.filter(Boolean).map((note) => (
            <dd key={note} className="tile-note">
              {note}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** Further counts beside the requests, one line each. */
export function Apart({ figures: { totals } }: { figures: Figures }) {
  const { minutes, notBilled, notBilledMinutes, tests, calls, callMinutes, missedReopened } = totals;
  const parts = [
    `${countOf(minutes, 'minute')} of deals`,
    notBilled > 0 && `${countText(notBilled)} not billed (${countOf(notBilledMinutes, 'minute')})`,
    calls > 0 && `${countOf(calls, 'logged call')} with ${countOf(callMinutes, 'minute')}, counted apart`,
    tests > 0 && `${countOf(tests, 'test')}, counted nowhere else`,
    missedReopened > 0 && `${countText(missedReopened)} missed and reopened`,
  ];
  return <ul className="numbers-apart">{parts.map((part) => part && <li key={part}>{part}</li>)}</ul>;
}
