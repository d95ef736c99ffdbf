import { useState } from 'react';
import { reportSeen, type SeenRow } from '#contract/desk/audit-endpoints.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { sendDesk } from '../lib/send.ts';
import { deskClock } from '../lib/session.ts';
import { calendarText, daysAfter, deskZone, isDay, longZoneName, startOfDay } from '../lib/times.ts';
import { ExportButton } from '../ui/ExportButton.tsx';
import { DateInput } from '../ui/fields.tsx';
import { faultOf, SendForm, textOf } from '../ui/SendForm.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { When } from '../ui/When.tsx';
import { thingText } from './words.ts';

const ways = {
  opened: 'Opened it',
  listed: 'Looked through it',
  exported: 'Exported it',
  'api-read': 'Read it with a token',
  'webhook-sent': 'Was sent it',
} as const satisfies Record<SeenRow['how'], string>;

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

interface Report {
  /** The days that it is about, in words. */
  readonly days: string;
  readonly from: string;
  readonly before: string;
  readonly found: Extract<ResponseOf<typeof reportSeen>, { status: 200 }>['value'];
}

function reportText({ days, found: { total, records, rows } }: Report): string {
  if (total === 0) return `${days}: nobody saw anything in this time.`;
  const more = total > rows.length ? ` The first ${rows.length} are shown; the export has all.` : '';
  return `${days}: ${counted(total, 'row')} about ${counted(records, 'thing')}.${more}`;
}

function Rows({ rows }: { rows: readonly SeenRow[] }) {
  return (
    <table className="table" aria-label="Who saw which record">
      <TableHead columns={['What', 'Who', 'How', 'Times', 'First and last']} />
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.kind} ${row.id} ${row.who.id} ${row.how}`}>
            <td data-label="What">{thingText(row)}</td>
            <td data-label="Who">{row.who.name}</td>
            <td data-label="How">{ways[row.how]}</td>
            <td data-label="Times" className="numerals">
              {row.times}
            </td>
            <td data-label="First and last">
              <span>
                <When at={row.firstAt} />
                {row.times > 1 && (
                  <>
                    {' – '}
                    <When at={row.lastAt} />
                  </>
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Reports who saw which record between two days, for example after a leak. */
export function SeenReport() {
  const [report, setReport] = useState<Report>();
  return (
    <details className="fold seen-report">
      <summary>Who saw what: a report for a range of days</summary>
      <p className="soft">
        Shows who opened, listed or exported which record, and what programs read. Of a list the log knows its name, and
        not which records were on the screen. A day is from midnight to midnight,{' '}
        {longZoneName(deskZone, deskClock.now())}.
      </p>
      <SendForm
        draft={null}
        submit="Make the report"
        sending="Reading the log…"
        look="plain"
        onSend={async (data) => {
          const [first, last] = [textOf(data, 'first'), textOf(data, 'last')];
          if (!isDay(first)) return { field: 'first', text: 'Choose the first day.' };
          if (!isDay(last)) return { field: 'last', text: 'Choose the last day.' };
          const span = { from: startOfDay(first), before: startOfDay(daysAfter(last, 1)) };
          const dayText = (day: string) => calendarText(day, { dateStyle: 'medium' });
          const days = first === last ? dayText(first) : `${dayText(first)} to ${dayText(last)}`;
          setReport(undefined);
          const result = await sendDesk(reportSeen, { body: span });
          if (result.kind !== 'ok') return faultOf(result, { badSpan: 'last' });
          setReport({ ...span, days, found: result.value });
          return undefined;
        }}
      >
        <DateInput name="first" label="First day" />
        <DateInput name="last" label="Last day" />
      </SendForm>
      <div role="status">{report && <p>{reportText(report)}</p>}</div>
      {report && report.found.total > 0 && (
        <>
          <ExportButton kind="seen" filter={{ from: report.from, before: report.before }} />
          <Rows rows={report.found.rows} />
        </>
      )}
    </details>
  );
}
