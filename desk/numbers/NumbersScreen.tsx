import './numbers.css';
import './filters.css';
import './tiles.css';
import './figure-table.css';
import './print.css';
import { Link, useSearchParams } from 'wouter';
import {
  countOf,
  countText,
  daysText,
  dayText,
  durationText,
  hourText,
  shareText,
} from '#contract/desk/figure-words.ts';
import { type Figures, type FiguresQuery, viewFigures } from '#contract/desk/figures-endpoints.ts';
import { leadStatuses } from '#contract/desk/leads.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { paths } from '../app/paths.ts';
import { useRead } from '../lib/read.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { Screen } from '../ui/Screen.tsx';
import { addressOf, neighbour, queryOf } from './address.ts';
import { Bars, Key } from './Bars.tsx';
import { ExportTable } from './ExportTable.tsx';
import { FigureTable } from './FigureTable.tsx';
import { Filters } from './Filters.tsx';
import { Measured } from './Measured.tsx';
import { Part } from './Part.tsx';
import { Apart, Tiles } from './Tiles.tsx';

/** In a busy hour the figures change with every step of every deal. Nobody needs to see them that often. */
const atMostEveryMs = 5000;

function Hours({ figures }: { figures: Figures }) {
  const bars = figures.hours.map(({ hour, requests, nobodyThere, people }) => ({
    key: String(hour),
    label: hour % 6 === 0 ? hourText(hour) : '',
    count: requests,
    bad: nobodyThere ?? 0,
    line: people,
  }));
  const mostPeople = Math.max(0, ...figures.hours.map(({ people }) => people ?? 0));
  return (
    <Part
      title="When they ask, and who was there"
      counted={['hours', 'days']}
      table={<FigureTable figures={figures} name="hours" />}
    >
      <Bars bars={bars} height={250} label="Requests by hour of day, and the people who were available on average" />
      <Key
        bar="Requests in this hour"
        bad="Came while nobody was available"
        line={
          mostPeople > 0
            ? `People available on average, at most ${mostPeople.toFixed(1)}`
            : 'People available: not known in these days'
        }
      />
    </Part>
  );
}

function OverTime({ figures }: { figures: Figures }) {
  const isByDay = figures.step === 'day';
  const bars = figures.time.map(({ from, totals }) => ({
    key: from,
    label: isByDay
      ? dayText(from).slice(0, 3) + dayText(from).slice(dayText(from).lastIndexOf(' '))
      : dayText(from).slice(4),
    count: totals.requests,
    bad: totals.missed,
  }));
  return (
    <Part
      title={isByDay ? 'Day by day' : 'Week by week'}
      counted={['requests', 'missed', 'minutes', 'days', 'before']}
      table={<FigureTable figures={figures} name="time" short />}
    >
      {bars.length > 1 && (
        <>
          <Bars bars={bars} label={`Requests ${isByDay ? 'by day' : 'by week'}, and how many of them were missed`} />
          <Key bar="Requests" bad="Missed" />
        </>
      )}
    </Part>
  );
}

function Fallen({ figures }: { figures: Figures }) {
  const { week, judged, dealerships } = figures.fallen;
  return (
    <Part title="Fewer requests than usual" counted={['fallen']}>
      {dealerships.length > 0 && <FigureTable figures={figures} name="fallen" />}
      <p className="soft">
        {judged === 0
          ? 'No dealership has asked often enough in the eight weeks before to say what is usual for it.'
          : `${dealerships.length === 0 ? 'None' : countText(dealerships.length)} of ${countText(judged)} that asked often enough to say so, ${daysText(week.from, week.to)}.`}
      </p>
    </Part>
  );
}

function Leads({ figures }: { figures: Figures }) {
  const { leads, leadsBefore } = figures;
  const statuses = Object.entries(leads.statuses).map(
    ([status, count]) => `${count} ${(leadStatuses[status as keyof typeof leadStatuses] ?? status).toLowerCase()}`,
  );
  return (
    <Part title="Leads" counted={['leads', 'firstContact']} wide>
      <p className="numbers-line">
        <strong>{countText(leads.leads)}</strong> {leads.leads === 1 ? 'lead' : 'leads'}
        {statuses.length > 0 && `: ${statuses.join(', ')}`}. {countText(leadsBefore)} before.
        {leads.firstContact.medianMs !== null &&
          ` First contact after ${durationText(leads.firstContact.medianMs)} (median), 9 of 10 within ${durationText(leads.firstContact.nineOfTenMs)}.`}
        {leads.promised > 0 && ` Within the promised 24 hours: ${shareText(leads.withinPromise, leads.promised)}.`}
      </p>
      {leads.sources.length > 0 && <FigureTable figures={figures} name="leads" />}
    </Part>
  );
}

const LeftOut = ({ rows }: { rows: number }) =>
  rows > 0 && <p className="soft">Only in the CSV: {countText(rows)} more.</p>;

function Missed({ figures }: { figures: Figures }) {
  if (figures.missed.length === 0) return null;
  return (
    <Part title="Missed requests" counted={['missed']}>
      <FigureTable figures={figures} name="missed" />
      <LeftOut rows={figures.missedLeftOut} />
    </Part>
  );
}

function Nothing({ figures, query }: { figures: Figures; query: FiguresQuery }) {
  const { period, before } = figures;
  return (
    <div className="numbers-nothing">
      <svg width="56" height="56" viewBox="0 0 56 56" aria-hidden="true">
        <rect x="2" y="2" width="24" height="24" className="bar-lit" />
        <rect x="30" y="2" width="24" height="24" className="bar-empty" />
        <rect x="2" y="30" width="24" height="24" className="bar-empty" />
        <rect x="30" y="30" width="24" height="24" className="bar-empty" />
      </svg>
      <p>
        <strong>
          {period.from > figures.today ? 'These days are still to come.' : 'Nobody has asked in these days yet.'}
        </strong>
      </p>
      <p>
        From the first request on, this page shows when dealerships ask and who was there, how long they waited, how
        deals end, and which dealerships fall silent.
      </p>
      {before.requests > 0 && (
        <p>
          <Link href={`${paths.numbers}${addressOf(neighbour(query, figures.today, -1))}`}>
            {countOf(before.requests, 'request')} in the period before
          </Link>
        </p>
      )}
    </div>
  );
}

function Requests({ figures, query }: { figures: Figures; query: FiguresQuery }) {
  const { requests, tests, calls } = figures.totals;
  if (requests + tests + calls === 0 && figures.totals.missed === 0) return <Nothing figures={figures} query={query} />;
  return (
    <>
      <Tiles figures={figures} />
      <Apart figures={figures} />
      <div className="numbers-grid">
        <Hours figures={figures} />
        <Part title="How they ended" counted={['endings', 'contracted', 'tests', 'notBilled']}>
          <FigureTable figures={figures} name="endings" barOf="requests" />
        </Part>
        <OverTime figures={figures} />
        <Fallen figures={figures} />
        <Part title="People" counted={['people', 'accept', 'connect', 'wait', 'percentiles']} wide>
          <FigureTable figures={figures} name="people" short />
        </Part>
        <Part title="Dealerships" counted={['requests', 'calls']} wide>
          <FigureTable figures={figures} name="dealerships" short />
          <LeftOut rows={figures.dealershipsLeftOut} />
        </Part>
        <Part title="Products" counted={['products']}>
          <FigureTable figures={figures} name="products" barOf="deals" />
        </Part>
        <Missed figures={figures} />
      </div>
    </>
  );
}

/** The figures of a period: requests, people, dealerships, leads. */
export function NumbersScreen() {
  const [search] = useSearchParams();
  const query = queryOf(search);
  const read = useRead(viewFigures, { query }, { topics: readTopics.viewFigures, keepEarlier: true, atMostEveryMs });
  return (
    <Screen title="Numbers" controls={<ExportTable query={query} />}>
      <div className="numbers" aria-busy={read.isPlaceholderData}>
        <Filters query={query} shown={read.data} />
        <Loaded read={read} what="the figures">
          {(figures) => (
            <>
              <Requests figures={figures} query={query} />
              <div className="numbers-grid">
                <Leads figures={figures} />
              </div>
            </>
          )}
        </Loaded>
        <Measured />
      </div>
    </Screen>
  );
}
