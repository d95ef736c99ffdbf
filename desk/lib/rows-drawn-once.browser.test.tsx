/** What drawing the next rows of a long list costs: the rows above them must not be drawn again. */
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { AuditEntry } from '#contract/desk/audit-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { Entries } from '../audit/Entries.tsx';
import { Row as Dealership } from '../dealerships/DealershipRow.tsx';
import * as dealerships from '../dealerships/testing.ts';
import { LeadList } from '../leads/LeadList.tsx';
import * as leads from '../leads/testing.ts';
import { Row as Message } from '../messages/MessageRow.tsx';
import { messageOf } from '../messages/testing.ts';
import { RowList } from '../ui/RowList.tsx';

const entry: AuditEntry = {
  seq: 1,
  at: '2026-11-20T15:00:00.000Z',
  by: { id: 'ines', name: 'Ines Roth' },
  action: 'signed-in',
  about: [],
  detail: {},
};

const pathOf = (id: string) => `/record/${id}`;
const nowMs = Date.parse(leads.testNow);

/** How often each row was drawn, by its number: how often a member was read that only drawing the row needs. */
const drawn = new Map<number, number>();

function counted<Row extends object>(row: Row, member: keyof Row, number: number): Row {
  const value = row[member];
  return Object.defineProperty({ ...row }, member, {
    enumerable: true,
    get() {
      drawn.set(number, (drawn.get(number) ?? 0) + 1);
      return value;
    },
  });
}

/** A list with rows of these numbers. A row of a number is the same object each time. */
function listOf<Row extends object>(
  rowOf: (number: number) => Row,
  member: keyof Row,
  list: (rows: readonly Row[]) => ReactNode,
) {
  const rows = Array.from({ length: 60 }, (_, number) => counted(rowOf(number), member, number));
  return (count: number) => list(rows.slice(0, count));
}

const lists = {
  leads: listOf(
    (number) => leads.rowOf({ id: `lead-${number}` }),
    'closedAt',
    (rows) => (
      <LeadList
        rows={rows}
        isWhole={false}
        selected={rows.length > 50 ? 'lead-55' : undefined}
        nowMs={nowMs}
        isFiltered={false}
        pathOf={pathOf}
      />
    ),
  ),
  dealerships: listOf(
    (number) => dealerships.rowOf({ id: `dealership-${number}` }),
    'phone',
    (rows) => <RowList rows={rows} Row={Dealership} selected={undefined} none="" pathOf={pathOf} />,
  ),
  messages: listOf(
    (number) => messageOf({ id: `message-${number}` }),
    'to',
    (rows) => <RowList rows={rows} Row={Message} selected={undefined} none="" pathOf={pathOf} />,
  ),
  'audit log': listOf(
    (number) => ({ ...entry, seq: number }),
    'detail',
    (rows) => <Entries entries={rows} label="Audit log" />,
  ),
};

for (const [name, list] of Object.entries(lists)) {
  test(`R726 the rows of the ${name} that are on the screen are not drawn again with the next ones`, async () => {
    drawn.clear();
    const { show } = mountDesk(list(50), { answers: {} });
    await expect.poll(() => drawn.size).toBe(50);
    drawn.clear();
    show(list(60));
    await expect.poll(() => drawn.has(59)).toBe(true);
    expect([...drawn.keys()]).toEqual([50, 51, 52, 53, 54, 55, 56, 57, 58, 59]);
  });
}
