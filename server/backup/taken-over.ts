/** Takes changes over into a restored database from the one it replaces, after its migration and before a server can use it. */
import { type Selectable, sql } from 'kysely';
import { endEveryLink, madeCodes } from '#server/access/service.ts';
import { madeTokens, takenOverTokens } from '#server/api/service.ts';
import type { Trx } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import {
  holdDealership,
  madeDealerships,
  namesOf as namesOfDealerships,
  takenOverDealerships,
} from '#server/dealerships/service.ts';
import { holdLead, madeLeads, takenOverLeads } from '#server/leads/service.ts';
import { takenOverMessages } from '#server/outbox/service.ts';
import { everybody, madePeople, takenOverPeople } from '#server/people/service.ts';
import { takenOverPresence } from '#server/presence/service.ts';
import { madeCalls, madeRequests } from '#server/requests/service.ts';
import { takenOverHolds } from '#server/retention/service.ts';
import { idsOf } from '#server/rows.ts';
import { takenOverSchedule } from '#server/schedule/service.ts';
import { takenOverSettings } from '#server/settings/service.ts';
import { takenOverFactors } from '#server/sign-in/service.ts';
import type { MadeSince, Restoring, TakenOver, Things } from '#server/taken-over.ts';
import { madeEndpoints, takenOverEndpoints } from '#server/webhooks/service.ts';
import { afterRestore } from './after-restore.ts';
import { BackupError } from './manifest.ts';
import type { Replaced } from './replaced.ts';

/**
 * The order matters: factors, hours, presence and leads belong to people who still exist, and contacts refer to consents of leads.
 */
export const takenOver: readonly TakenOver[] = [
  takenOverPeople,
  ...takenOverFactors,
  ...takenOverSchedule,
  takenOverPresence,
  takenOverTokens,
  takenOverEndpoints,
  takenOverSettings,
  ...takenOverLeads,
  ...takenOverDealerships,
  takenOverHolds({ lead: holdLead, dealership: holdDealership }),
  takenOverMessages,
];

/** The kinds of things that may have been made since the backup. */
export const madeSince: readonly MadeSince[] = [
  madeLeads,
  madeRequests,
  madeCalls,
  madeDealerships,
  madeCodes,
  madePeople,
  madeTokens,
  madeEndpoints,
];

/** ISO-8601, UTC. */
interface RestoreTimes {
  readonly takenAt: string;
  readonly restoredAt: string;
}

/** What the replaced database changed in a restored one. */
export interface TakenOverReport {
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
 * Makes a restored database safe to start, and takes over what has happened since the backup to the things in it. It works on a
 * migrated database, because a backup of an earlier version lacks tables and columns. Links to access codes are ended in any case,
 * because they may have been used or withdrawn; everything else becomes as in the replaced database.
 *
 * @throws BackupError when the replaced database belongs to another installation
 */
export async function takeOver(
  trx: Trx,
  replaced: Replaced | undefined,
  { takenAt, restoredAt, secretKey }: RestoreTimes & Pick<Restoring, 'secretKey'>,
): Promise<TakenOverReport> {
  const statements = afterRestore({ takenAt, restoredAt, codes: replaced?.codes });
  for (const statement of statements) await sql.raw(statement).execute(trx);
  await endEveryLink(trx, restoredAt);
  if (!replaced) return { changed: [], missing: [] };
  await checkInstallation(trx, replaced);
  const rowsOf = <Name extends keyof Tables>(table: Name) =>
    replaced.tables.get(table) as unknown as readonly Selectable<Tables[Name]>[] | undefined;
  const restoring = { at: restoredAt, secretKey, rowsOf };
  const counts = new Map<string, { things: Things; count: number }>();
  for (const each of takenOver) {
    const rows = replaced.tables.get(each.table);
    const count = rows ? await each.takeOver(trx, rows, restoring) : 0;
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
