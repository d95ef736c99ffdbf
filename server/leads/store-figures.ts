/** Reads leads for the figures, in slices, in the order of their arrival. */
import { sql } from 'kysely';
import type { LeadStatus } from '#contract/desk/leads.ts';
import type { LeadKind } from '#contract/pages.ts';
import { dayStatesOf, inSlices, type NamedSpan, type Storage } from '#server/database/open.ts';
import { createdPosition, oldestFirst, type Position } from '#server/paging.ts';
import { fieldsOf } from '#server/rows.ts';
import { earliest } from '#server/times.ts';

type Reads = Storage['reads'];

/** A lead as the figures count it. */
export interface CountedLead {
  readonly kind: LeadKind;
  /** Grows with each change of the lead. */
  readonly version: number;
  /** The representative whom an intake names; null for an inquiry. */
  readonly representative: string | null;
  readonly status: LeadStatus;
  readonly arrivedAt: string;
  /** When it came, or a form that is joined to it, whichever was first. From then on the site's promise counts. */
  readonly firstCameAt: string;
  readonly firstContactAt: string | null;
  readonly joined: boolean;
}

const sliceRows = 500;

const slice = (
  db: Reads,
  { since, until }: Pick<NamedSpan, 'since' | 'until'>,
  rows: number,
  after: Position | undefined,
) =>
  db
    .selectFrom('leads')
    .select(['id', 'kind', 'version', 'status', 'created_at', 'first_contact_at', 'joined_into_id'])
    .select(sql<string | null>`case when kind = 'intake' then answers ->> 'representative' end`.as('representative'))
    .select(({ selectFrom }) =>
      selectFrom('leads as form')
        .whereRef('form.joined_into_id', '=', 'leads.id')
        .select(({ fn }) => fn.min('form.created_at').as('at'))
        .as('joined_came_at'),
    )
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .$call(oldestFirst(['created_at', 'id'], after, rows))
    .execute();

type Row = Awaited<ReturnType<typeof slice>>[number];

/** The leads that arrived in a span, the oldest first, including those that are joined to another one. */
export async function* countedLeads(db: Reads, span: Pick<NamedSpan, 'since' | 'until'>): AsyncGenerator<CountedLead> {
  const leads = inSlices<Row>(Infinity, (rows, last) => slice(db, span, rows, createdPosition(last)), sliceRows);
  for await (const row of leads) {
    yield {
      ...fieldsOf(row, 'kind', 'version', 'representative', 'status', 'first_contact_at'),
      arrivedAt: row.created_at,
      firstCameAt: earliest(row.created_at, row.joined_came_at) ?? row.created_at,
      joined: row.joined_into_id !== null,
    };
  }
}

/** The state of the leads of each day, to see whether one changed. Each change of a lead gives it a higher version. */
export const leadStates = dayStatesOf<CountedLead>(
  { table: 'leads', time: 'created_at', state: sql`sum(rows.version)` },
  ({ version }) => version,
);
