import { auditActions, auditKinds } from '#contract/desk/audit.ts';
import { listAudit } from '#contract/desk/audit-endpoints.ts';
import { listPeople } from '#contract/desk/people-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { paths } from '../app/paths.ts';
import { oneOf } from '../lib/options.ts';
import { useRead } from '../lib/read.ts';
import { useReadPages, useRows } from '../lib/read-pages.ts';
import { deskClock, useMay } from '../lib/session.ts';
import { deskZone, isDay, startOfDay, zoneName } from '../lib/times.ts';
import { setOnly, useFilters } from '../lib/use-list.ts';
import { ExportButton } from '../ui/ExportButton.tsx';
import { FilterDay, FilterSelect } from '../ui/filter-fields.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { NoRows } from '../ui/NoRows.tsx';
import { Screen } from '../ui/Screen.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Entries } from './Entries.tsx';
import { SeenReport } from './SeenReport.tsx';
import { actionLabel, kindText } from './words.ts';

/**
 * What the log is filtered by, from the address; empty for no filter. An unknown value counts as not set. `day` is the first day,
 * `yyyy-mm-dd` in the desk's time zone.
 */
function readFilters(params: URLSearchParams) {
  const day = params.get('day') ?? '';
  return {
    by: params.get('by') ?? '',
    action: oneOf(auditActions, params.get('action')) ?? '',
    kind: oneOf(auditKinds, params.get('kind')) ?? '',
    day: isDay(day) ? day : '',
  } as const;
}
type Filter = ReturnType<typeof readFilters>;

const queryOf = (filter: Filter) => setOnly(filter);

/** The same as the endpoint takes it. */
const askedOf = ({ day, ...filter }: Filter): QueryOf<typeof listAudit> =>
  setOnly({ ...filter, from: day && startOfDay(day) });

const place = { list: paths.audit, readFilters, queryOf } as const;

const options = <Value extends string>(values: readonly Value[], textOf: (value: Value) => string) =>
  values.map((value) => ({ value, label: textOf(value) }));

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const mayRead = useMay('readPeople');
  const people = useRead(listPeople, {}, { topics: readTopics.listPeople, enabled: mayRead });
  return (
    <>
      {mayRead && (
        <Loaded read={people} what="the people to choose from" quiet>
          {() => null}
        </Loaded>
      )}
      <search className="filters">
        <FilterSelect
          label="Who"
          isFirst
          value={filter.by}
          onChange={(by) => onChange({ ...filter, by })}
          options={[
            { value: '', label: 'Everybody' },
            ...(people.data?.people.map(({ id, name }) => ({ value: id, label: name })) ?? []),
            { value: 'none', label: 'Commands and the server' },
          ]}
        />
        <FilterSelect
          label="Action"
          value={filter.action}
          onChange={(action) => onChange({ ...filter, action })}
          options={[{ value: '', label: 'Any' }, ...options(auditActions, actionLabel)]}
        />
        <FilterSelect
          label="About"
          value={filter.kind}
          onChange={(kind) => onChange({ ...filter, kind })}
          options={[{ value: '', label: 'Anything' }, ...options(auditKinds, kindText)]}
        />
        <FilterDay
          label={`From the day (${zoneName(deskZone, deskClock.now())})`}
          value={filter.day}
          onChange={(day) => onChange({ ...filter, day })}
        />
      </search>
    </>
  );
}

/** The audit log, for admins. */
export function AuditScreen() {
  const { filters, change, clear } = useFilters(place);
  const query = askedOf(filters);
  const read = useReadPages(listAudit, { query }, { topics: readTopics.listAudit, atMostEveryMs: 1000 });
  const none = Object.keys(query).length > 0 ? 'No entries match these filters.' : 'There are no entries yet.';
  const { rows: entries, areAll } = useRows(read, 'entries', 'seq');
  return (
    <Screen title="Audit" controls={<ExportButton kind="audit" filter={query} />}>
      <SeenReport />
      <Filters filter={filters} onChange={change} />
      <Loaded read={read} what="the audit log">
        {() => (
          <>
            <NoRows onClear={clear}>{entries.length === 0 && none}</NoRows>
            {entries.length > 0 && <Entries entries={entries} label="Audit log" />}
          </>
        )}
      </Loaded>
      <ShowMore pages={read} areAllDrawn={areAll} />
    </Screen>
  );
}
