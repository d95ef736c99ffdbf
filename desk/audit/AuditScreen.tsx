import { type ReactNode, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { type AuditAction, type AuditKind, auditActions, auditKinds } from '#contract/desk/audit.ts';
import { listAudit } from '#contract/desk/audit-endpoints.ts';
import { listPeople } from '#contract/desk/people-endpoints.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { useRead } from '../lib/read.ts';
import { useMay } from '../lib/session.ts';
import { ExportButton } from '../ui/ExportButton.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Screen } from '../ui/Screen.tsx';
import { Entries } from './Entries.tsx';
import { SeenReport } from './SeenReport.tsx';
import { actionLabel, kindText } from './words.ts';

interface Filter {
  readonly by: string;
  readonly action: AuditAction | '';
  readonly kind: AuditKind | '';
  /** The first day, `yyyy-mm-dd` in the person's own time zone. */
  readonly day: string;
}

const nothingChosen: Filter = { by: '', action: '', kind: '', day: '' };

/** What is chosen, as the endpoint's query; what is not chosen is left out. */
function queryOf({ by, action, kind, day }: Filter, cursor: string): QueryOf<typeof listAudit> {
  return {
    ...(by !== '' && { by }),
    ...(action !== '' && { action }),
    ...(kind !== '' && { kind }),
    ...(day !== '' && { from: new Date(`${day}T00:00`).toISOString() }),
    ...(cursor !== '' && { cursor }),
  };
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: each has one control as its child
    <label className="filter">
      {label}
      {children}
    </label>
  );
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const people = useRead(listPeople, {}, { topics: ['people'], enabled: useMay('readPeople') });
  return (
    <search className="filters">
      <Choice label="Who">
        <select
          data-search=""
          value={filter.by}
          onChange={({ currentTarget: { value } }) => onChange({ ...filter, by: value })}
        >
          <option value="">Everybody</option>
          {people.data?.people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="none">Commands and the server</option>
        </select>
      </Choice>
      <Choice label="Action">
        <select
          value={filter.action}
          onChange={({ currentTarget: { value } }) => onChange({ ...filter, action: value as Filter['action'] })}
        >
          <option value="">Any</option>
          {auditActions.map((action) => (
            <option key={action} value={action}>
              {actionLabel(action)}
            </option>
          ))}
        </select>
      </Choice>
      <Choice label="About">
        <select
          value={filter.kind}
          onChange={({ currentTarget: { value } }) => onChange({ ...filter, kind: value as Filter['kind'] })}
        >
          <option value="">Anything</option>
          {auditKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindText(kind)}
            </option>
          ))}
        </select>
      </Choice>
      <Choice label="From the day">
        <input
          type="date"
          value={filter.day}
          onChange={({ currentTarget: { value } }) => onChange({ ...filter, day: value })}
        />
      </Choice>
    </search>
  );
}

interface PartProps {
  filter: Filter;
  cursor: string;
  /** Whether it is the last that is shown: the button for more stands under it. */
  isLast: boolean;
  onMore: (cursor: string) => void;
}

/** So many entries as the server gives at once. */
function Part({ filter, cursor, isLast, onMore }: PartProps) {
  // Entries before a cursor never change; what is new comes at the top.
  const read = useRead(listAudit, { query: queryOf(filter, cursor) }, { topics: cursor === '' ? ['audit'] : [] });
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(nothingChosen);
  return (
    <Loaded read={read} what="the audit log">
      {({ entries, nextCursor }) => (
        <>
          {entries.length > 0 && <Entries entries={entries} label={cursor === '' ? 'Audit log' : 'Earlier entries'} />}
          {entries.length === 0 && cursor === '' && (
            <p className="empty">{isFiltered ? 'No entry fits what you chose.' : 'There are no entries yet.'}</p>
          )}
          {isLast && nextCursor !== null && (
            <p className="more-entries">
              <Button onClick={() => onMore(nextCursor)}>Show earlier entries</Button>
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}

/** The audit log, for admins. */
export function AuditScreen() {
  const [filter, setFilter] = useState(nothingChosen);
  const [cursors, setCursors] = useState<readonly string[]>(['']);
  const change = (next: Filter) => {
    setFilter(next);
    setCursors(['']);
  };
  return (
    <Screen title="Audit" controls={<ExportButton kind="audit" filter={queryOf(filter, '')} />}>
      <SeenReport />
      <Filters filter={filter} onChange={change} />
      {cursors.map((cursor, index) => (
        <Part
          key={cursor}
          filter={filter}
          cursor={cursor}
          isLast={index === cursors.length - 1}
          onMore={(next) => setCursors([...cursors, next])}
        />
      ))}
    </Screen>
  );
}
