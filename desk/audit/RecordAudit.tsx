import { useState } from 'react';
import type { AuditKind } from '#contract/desk/audit.ts';
import { viewRecordAudit } from '#contract/desk/audit-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { useRead } from '../lib/read.ts';
import { useMay } from '../lib/session.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { When } from '../ui/When.tsx';
import { Entries } from './Entries.tsx';

function Read({ kind, id }: { kind: AuditKind; id: string }) {
  const read = useRead(viewRecordAudit, { params: { kind, id }, query: {} }, { topics: readTopics.viewRecordAudit });
  return (
    <Loaded read={read} what="who saw and changed this">
      {({ seen, changes }) => (
        <>
          <h3>Seen by</h3>
          {seen.length === 0 && <p className="soft">Nobody has opened it.</p>}
          <ul className="lines">
            {seen.map(({ by, times, lastAt }) => (
              <li key={by?.id ?? ''}>
                <span className="line-main">{by?.name ?? 'A command or the server'}</span>
                <span className="soft">
                  {times === 1 ? 'once' : `${times} times`}, last <When at={lastAt} />
                </span>
              </li>
            ))}
          </ul>
          <h3>Changes</h3>
          {changes.entries.length === 0 && <p className="soft">Nothing was changed.</p>}
          {changes.entries.length > 0 && <Entries entries={changes.entries} label="Changes" />}
          {changes.nextCursor !== null && <p className="soft">Earlier ones are on the Audit screen.</p>}
        </>
      )}
    </Loaded>
  );
}

interface RecordAuditProps {
  kind: AuditKind;
  id: string;
  /** What the setting is called: the screen shows several. */
  setting?: string;
}

/** Shows who saw and changed one record, to people who may read the audit log. The data is read when the part is opened. */
export function RecordAudit({ kind, id, setting }: RecordAuditProps) {
  const may = useMay('readAudit');
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <details className="fold record-audit" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Who saw and changed this
        {setting !== undefined && <span className="visually-hidden"> setting: {setting}</span>}
      </summary>
      {open && <Read kind={kind} id={id} />}
    </details>
  );
}
