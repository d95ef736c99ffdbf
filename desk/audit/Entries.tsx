import './audit.css';
import { memo } from 'react';
import type { AuditEntry } from '#contract/desk/audit-endpoints.ts';
import { TableHead } from '../ui/TableHead.tsx';
import { When } from '../ui/When.tsx';
import { actionText, needsAttention, thingText } from './words.ts';

/** `by` is null for a command and for the server itself. */
const whoText = (by: AuditEntry['by']): string => by?.name ?? 'A command or the server';

function detailText(detail: AuditEntry['detail']): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ');
}

const thingsText = (about: AuditEntry['about']): string => about.map(thingText).join(', ');

/** A row is drawn again only when its entry changes. */
const Row = memo(function Row({ entry: { seq, at, by, action, about, detail } }: { entry: AuditEntry }) {
  return (
    <tr>
      <td data-label="Number" className="numerals">
        {seq}
      </td>
      <td data-label="When">
        <When at={at} />
      </td>
      <td data-label="Who">{whoText(by)}</td>
      <td data-label="What">
        {/* The span makes one box: on a phone the cell is a grid of two items, its label and its content. */}
        <span>
          {needsAttention(action) && <span className="look">Review</span>}
          {actionText(action)} <span className="soft">{thingsText(about)}</span>
        </span>
      </td>
      <td data-label="More" className="soft">
        {detailText(detail) || '–'}
      </td>
    </tr>
  );
});

/** Entries of the audit log as a table, the newest first. */
export function Entries({ entries, label }: { entries: readonly AuditEntry[]; label: string }) {
  return (
    <table className="table audit" aria-label={label}>
      <TableHead columns={['Number', 'When', 'Who', 'What', 'More']} />
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.seq} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}
