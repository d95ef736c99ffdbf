/** Carries changes over into a restored database from the one it replaces, after its migration and before a server can use it. */

import { type Selectable, sql } from 'kysely';
import * as access from '#server/access/service.ts';
import * as alerts from '#server/alerts/service.ts';
import { carriedOverTokens, madeTokens } from '#server/api/service.ts';
import type { CarryOver, MadeSince, Restoring, Things } from '#server/carry-over.ts';
import type { Trx } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import {
  carriedOverDealerships,
  holdDealership,
  madeDealerships,
  namesOf as namesOfDealerships,
} from '#server/dealerships/service.ts';
import { carriedOverLeads, holdLead, madeLeads } from '#server/leads/service.ts';
import * as outbox from '#server/outbox/service.ts';
import { carriedOverPeople, everybody, madePeople } from '#server/people/service.ts';
import { carriedOverPresence } from '#server/presence/service.ts';
import * as requests from '#server/requests/service.ts';
import { carriedOverHolds } from '#server/retention/service.ts';
import { idsOf } from '#server/rows.ts';
import { carriedOverSchedule } from '#server/schedule/service.ts';
import * as settings from '#server/settings/service.ts';
import * as signIn from '#server/sign-in/service.ts';
import { carriedOverEndpoints, madeEndpoints } from '#server/webhooks/service.ts';
import { BackupError } from './manifest.ts';
import type { Replaced } from './replaced.ts';

/**
 * The order matters: factors, hours, presence and leads belong to people who still exist, and contacts refer to consents of leads.
 */
export const carriedOver: readonly CarryOver[] = [
  carriedOverPeople,
  ...signIn.carriedOverFactors,
  ...carriedOverSchedule,
  carriedOverPresence,
  carriedOverTokens,
  carriedOverEndpoints,
  settings.carriedOverSettings,
  ...carriedOverLeads,
  ...carriedOverDealerships,
  carriedOverHolds({ lead: holdLead, dealership: holdDealership }),
  outbox.carriedOverMessages,
];

/** The kinds of things that may have been made since the backup. */
export const madeSince: readonly MadeSince[] = [
  madeLeads,
  requests.madeRequests,
  requests.madeCalls,
  madeDealerships,
  access.madeCodes,
  madePeople,
  madeTokens,
  madeEndpoints,
];

interface RestoreFacts extends Pick<Restoring, 'secretKey'> {
  /** ISO-8601, UTC. */
  readonly takenAt: string;
  readonly restoredAt: string;
}

/** What the replaced database changed in a restored one. */
export interface CarryOverReport {
  /** The changed things of each kind, with their number. */
  readonly changed: readonly { readonly things: Things; readonly count: number }[];
  /** The things that were made there since the backup and are missing in the restored database, by name. */
  readonly missing: readonly { readonly things: Things; readonly names: readonly string[] }[];
}

/** Refuses a database that shares no person and no dealership, which are kept for good: it is another installation's. */
async function checkInstallation(trx: Trx, { tables }: Pick<Replaced, 'tables'>): Promise<void> {
  const restored = new Set([...idsOf(await everybody(trx)), ...(await namesOfDealerships(trx)).keys()]);
  const replaced = [...(tables.get('people') ?? []), ...(tables.get('dealerships') ?? [])];
  if (restored.size === 0 || replaced.some(({ id }) => restored.has(String(id)))) return;
  throw new BackupError(
    'The database that --replaces names is of another installation: it has neither people nor dealerships of the backup. Nothing was restored.',
  );
}

/**
 * Makes a restored database safe to start, and carries over what has happened since the backup to the things in it. It works on a
 * migrated database, because a backup of an earlier version lacks tables and columns. Links to access codes are ended in any case,
 * because they may have been used or withdrawn; everything else becomes as in the replaced database.
 *
 * @throws BackupError when the replaced database belongs to another installation
 */
export async function carryOver(
  trx: Trx,
  replaced: Replaced | undefined,
  { takenAt, restoredAt, secretKey }: RestoreFacts,
): Promise<CarryOverReport> {
  const statements = [
    ...outbox.afterRestore(takenAt, restoredAt),
    ...requests.afterRestore(restoredAt),
    ...alerts.afterRestore(restoredAt),
    ...access.afterRestore(restoredAt, replaced?.codes),
    ...settings.afterRestore(restoredAt),
    ...signIn.afterRestore(restoredAt),
  ];
  for (const statement of statements) await sql.raw(statement).execute(trx);
  await access.endEveryLink(trx, restoredAt);
  if (!replaced) return { changed: [], missing: [] };
  await checkInstallation(trx, replaced);
  const rowsOf = <Name extends keyof Tables>(table: Name) =>
    replaced.tables.get(table) as unknown as readonly Selectable<Tables[Name]>[] | undefined;
  const restoring = { at: restoredAt, secretKey, rowsOf };
  const counts = new Map<string, { things: Things; count: number }>();
  for (const each of carriedOver) {
    const rows = replaced.tables.get(each.table);
    const count = rows ? await each.carryOver(trx, rows, restoring) : 0;
    const before = counts.get(each.things[0])?.count ?? 0;
    counts.set(each.things[0], { things: each.things, count: before + count });
  }
  const missing = [];
  for (const { table, things, namesOf } of madeSince) {
    const rows = replaced.tables.get(table);
    const names = rows ? await namesOf(trx, rows) : [];
    if (names.length > 0) missing.push({ things, names });
  }
  return { changed: [...counts.values()].filter(({ count }) => count > 0), missing };
}
