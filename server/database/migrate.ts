import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { dialectOf, type EngineDialect } from './dialect.ts';
import * as leadsAndOutbox from './migrations/0001-leads-and-outbox.ts';
import * as portal from './migrations/0002-portal.ts';
import * as messagesThatEnd from './migrations/0003-messages-that-end.ts';
import * as storage from './migrations/0004-storage.ts';
import * as access from './migrations/0006-access.ts';
import * as consent from './migrations/0007-consent.ts';
import * as requestEndings from './migrations/0008-request-endings.ts';
import * as alerts from './migrations/0009-alerts.ts';
import * as dealerships from './migrations/0010-dealerships.ts';
import * as messages from './migrations/0012-messages.ts';
import * as names from './migrations/0013-names.ts';
import * as messageSubjects from './migrations/0014-message-subjects.ts';
import * as people from './migrations/0015-people.ts';
import * as signIn from './migrations/0016-sign-in.ts';
import * as audit from './migrations/0017-audit.ts';
import * as deals from './migrations/0018-deals.ts';
import * as ringing from './migrations/0019-ringing.ts';
import * as leadWork from './migrations/0020-lead-work.ts';
import * as search from './migrations/0021-search.ts';
import * as dealershipRecords from './migrations/0022-dealership-records.ts';
import * as schedule from './migrations/0023-schedule.ts';
import * as figures from './migrations/0024-figures.ts';
import * as messagesSettings from './migrations/0025-messages-settings.ts';
import * as pruning from './migrations/0026-pruning.ts';
import * as retention from './migrations/0027-retention.ts';
import * as erasure from './migrations/0028-erasure.ts';
import * as measured from './migrations/0029-measured.ts';
import * as webhooks from './migrations/0030-webhooks.ts';
import * as api from './migrations/0031-api.ts';
import * as leadsApart from './migrations/0032-leads-apart.ts';
import * as dealershipFilters from './migrations/0034-dealership-filters.ts';
import * as searchByHand from './migrations/0037-search-by-hand.ts';
import * as fewerMessageIndexes from './migrations/0038-fewer-message-indexes.ts';
import * as replacedTokens from './migrations/0039-replaced-tokens.ts';
import * as requestsInPlaceOfOthers from './migrations/0040-requests-in-place-of-others.ts';
import * as answersOfAnotherPress from './migrations/0041-answers-of-another-press.ts';
import * as endedContacts from './migrations/0042-ended-contacts.ts';
import * as pressOfALink from './migrations/0043-press-of-a-link.ts';
import * as namesOfWhoAsked from './migrations/0044-names-of-who-asked.ts';
import * as lostAnswersOfSigningIn from './migrations/0045-lost-answers-of-signing-in.ts';
import * as countedSwitches from './migrations/0046-counted-switches.ts';
import * as minutesOfEarlierTalks from './migrations/0047-minutes-of-earlier-talks.ts';
import * as erasedToTheEnd from './migrations/0048-erased-to-the-end.ts';
import * as closingUndone from './migrations/0049-closing-undone.ts';
import * as linksOfEvents from './migrations/0050-links-of-events.ts';
import * as wordsOfMovedForms from './migrations/0051-words-of-moved-forms.ts';
import { runAgainWhenAborted } from './retry.ts';
import type { Tables } from './tables.ts';

type EngineMigration = { up(db: Kysely<unknown>, dialect: EngineDialect): Promise<void> };

/** Every migration in order. A landed one is never edited; a change is a new one. */
export const migrations: Record<string, EngineMigration> = {
  '0001-leads-and-outbox': leadsAndOutbox,
  '0002-portal': portal,
  '0003-messages-that-end': messagesThatEnd,
  '0004-storage': storage,
  '0006-access': access,
  '0007-consent': consent,
  '0008-request-endings': requestEndings,
  '0009-alerts': alerts,
  '0010-dealerships': dealerships,
  '0012-messages': messages,
  '0013-names': names,
  '0014-message-subjects': messageSubjects,
  '0015-people': people,
  '0016-sign-in': signIn,
  '0017-audit': audit,
  '0018-deals': deals,
  '0019-ringing': ringing,
  '0020-lead-work': leadWork,
  '0021-search': search,
  '0022-dealership-records': dealershipRecords,
  '0023-schedule': schedule,
  '0024-figures': figures,
  '0025-messages-settings': messagesSettings,
  '0026-pruning': pruning,
  '0027-retention': retention,
  '0028-erasure': erasure,
  '0029-measured': measured,
  '0030-webhooks': webhooks,
  '0031-api': api,
  '0032-leads-apart': leadsApart,
  '0034-dealership-filters': dealershipFilters,
  '0037-search-by-hand': searchByHand,
  '0038-fewer-message-indexes': fewerMessageIndexes,
  '0039-replaced-tokens': replacedTokens,
  '0040-requests-in-place-of-others': requestsInPlaceOfOthers,
  '0041-answers-of-another-press': answersOfAnotherPress,
  '0042-ended-contacts': endedContacts,
  '0043-press-of-a-link': pressOfALink,
  '0044-names-of-who-asked': namesOfWhoAsked,
  '0045-lost-answers-of-signing-in': lostAnswersOfSigningIn,
  '0046-counted-switches': countedSwitches,
  '0047-minutes-of-earlier-talks': minutesOfEarlierTalks,
  '0048-erased-to-the-end': erasedToTheEnd,
  '0049-closing-undone': closingUndone,
  '0050-links-of-events': linksOfEvents,
  '0051-words-of-moved-forms': wordsOfMovedForms,
};

/** A newer version of this software wrote the database. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

/** The table that marks a database while a backup is restored into it. */
export const restoreMark = 'restore_is_not_finished';

/** A restore into the database did not finish, so records that were erased since the backup may be back in it. */
export class UnfinishedRestoreError extends Error {
  override name = 'UnfinishedRestoreError';
}

const bindTo = (dialect: EngineDialect): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [
      name,
      { up: (db: Kysely<unknown>) => migration.up(db, dialect) },
    ]),
  );

async function appliedMigrations(db: Kysely<Tables>, restoring: boolean): Promise<string[]> {
  const tables = await dialectOf(db).tables(db);
  if (!restoring && tables.some(({ name }) => name === restoreMark)) {
    throw new UnfinishedRestoreError(
      'A restore into this database runs or was cut off, and nothing else may use it. Wait until it has ended, or restore again.',
    );
  }
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const rows = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  return rows.map(({ name }) => name);
}

/**
 * The migrations that the database still lacks.
 *
 * @param restoring whether the caller is the restore that works on the database
 * @throws NewerDatabaseError when the database has a migration that this code lacks
 * @throws UnfinishedRestoreError when a restore into the database has not finished
 */
export async function pendingMigrations(db: Kysely<Tables>, { restoring = false } = {}): Promise<string[]> {
  const applied = await appliedMigrations(db, restoring);
  const unknown = applied.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) {
    throw new NewerDatabaseError(
      `The database was written by a newer version of this software (it has ${unknown.join(', ')}). ` +
        'Start that version, or restore a backup made with this one.',
    );
  }
  return Object.keys(migrations).filter((name) => !applied.includes(name));
}

/** Brings the database up to date: all migrations run, or none. Returns the names of those that ran. */
export async function migrate(
  db: Kysely<Tables>,
  dialect: EngineDialect,
  { restoring = false } = {},
): Promise<string[]> {
  const pending = await pendingMigrations(db, { restoring });
  if (pending.length === 0) return [];
  const migrationTableSchema = await dialect.migrationSchema(db);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => bindTo(dialect) },
    ...(migrationTableSchema !== undefined && { migrationTableSchema }),
  });
  // An old server that still works may deadlock with a migration: each has a table that the other waits for. The database then
  // aborts one of them.
  return runAgainWhenAborted(async () => {
    const { error, results = [] } = await dialect.migrating(db, () => migrator.migrateToLatest());
    if (error) throw error;
    return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
  });
}
