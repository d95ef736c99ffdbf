/** What a restored database takes over of the one that it replaces, once it is up to date and before a server can use it. */
import type { Selectable, Transaction } from 'kysely';
import { endEveryLink, madeCodes } from '#server/access/service.ts';
import { madeTokens, takenOverTokens } from '#server/api/service.ts';
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
import { takenOverSchedule } from '#server/schedule/service.ts';
import { takenOverSettings } from '#server/settings/service.ts';
import { takenOverFactors } from '#server/sign-in/service.ts';
import type { MadeSince, Restoring, TakenOver, Things } from '#server/taken-over.ts';
import { madeEndpoints, takenOverEndpoints } from '#server/webhooks/service.ts';
import { BackupError } from './manifest.ts';
import type { Replaced } from './replaced.ts';

/** In this order: factors, hours, presence and leads are those of the people who are left, contacts name consents of leads. */
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

/** What may have been made since the backup. */
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

/** What the replaced database did to a restored one. */
export interface TakenOverReport {
  /** What was changed to how it stands there, and how many of each. */
  readonly changed: readonly { readonly things: Things; readonly count: number }[];
  /** What was made there since the backup and is not in the restored database, by names. */
  readonly missing: readonly { readonly things: Things; readonly names: readonly string[] }[];
}

/** Refuses a database that has nobody and no dealership of the restored one: both keep their rows for good, so it is another one's. */
async function checkInstallation(trx: Transaction<Tables>, { tables }: Pick<Replaced, 'tables'>): Promise<void> {
  const restored = new Set([...(await everybody(trx)).map(({ id }) => id), ...(await namesOfDealerships(trx)).keys()]);
  const replaced = [...(tables.get('people') ?? []), ...(tables.get('dealerships') ?? [])];
  if (restored.size === 0 || replaced.some(({ id }) => restored.has(String(id)))) return;
  throw new BackupError(
    'The database that --replaces names is of another installation: it has neither people nor dealerships of the backup. Nothing was restored.',
  );
}

/**
 * Makes true in a restored database what became since the backup of the things that it knows: links to access codes are ended, because
 * they may have been used or withdrawn; the rest is as in the replaced database.
 *
 * @throws BackupError when the replaced database is of another installation
 */
export async function takeOver(
  trx: Transaction<Tables>,
  replaced: Pick<Replaced, 'tables'> | undefined,
  facts: Omit<Restoring, 'rowsOf'>,
): Promise<TakenOverReport> {
  await endEveryLink(trx, facts.at);
  if (!replaced) return { changed: [], missing: [] };
  await checkInstallation(trx, replaced);
  const rowsOf = <Name extends keyof Tables>(table: Name) =>
    replaced.tables.get(table) as unknown as readonly Selectable<Tables[Name]>[] | undefined;
  const counts = new Map<string, { things: Things; count: number }>();
  for (const each of takenOver) {
    const rows = replaced.tables.get(each.table);
    const count = rows ? await each.takeOver(trx, rows, { ...facts, rowsOf }) : 0;
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
