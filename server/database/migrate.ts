import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { dialectOf, type EngineDialect } from './dialect.ts';
import * as schema from './migrations/0038-schema.ts';
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

/**
 * The migration that makes the schema. It has the name of the last of those that it took the place of, so a database that has all of them
 * goes on from there (docs/decisions/0243).
 */
const first = '0038-fewer-message-indexes';

/** Every migration in order. A landed one is never edited; a change is a new one. */
export const migrations: Record<string, EngineMigration> = {
  [first]: schema,
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

/** A version from before the first migration of today wrote the database, and nothing here brings it up to date. */
export class EarlyDatabaseError extends Error {
  override name = 'EarlyDatabaseError';
}

/** The table that marks a database while a backup is restored into it. */
export const restoreMark = 'restore_is_not_finished';

/** A restore into the database did not finish, so records that were erased since the backup may be back in it. */
export class UnfinishedRestoreError extends Error {
  override name = 'UnfinishedRestoreError';
}

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

/** The migrations that the database has, of which this code can go on. Otherwise throws as `pendingMigrations` does. */
async function knownMigrations(db: Kysely<Tables>, restoring: boolean): Promise<string[]> {
  const applied = await appliedMigrations(db, restoring);
  const unknown = applied.filter((name) => name > first && !Object.hasOwn(migrations, name));
  if (unknown.length > 0) {
    throw new NewerDatabaseError(
      `The database was written by a newer version of this software (it has ${unknown.join(', ')}). ` +
        'Start that version, or restore a backup made with this one.',
    );
  }
  if (applied.length > 0 && !applied.includes(first)) {
    throw new EarlyDatabaseError(
      `The ${restoring ? 'backup' : 'database'} was written by an early version of this software (it lacks ${first}). ` +
        `"git log -1 --format=%H~1 -- server/database/migrations/${first}.ts" names the version that can go on with it: ` +
        (restoring
          ? 'restore the backup with that one, start it once, and take another backup. Nothing was restored.'
          : 'start that one once, and then this one.'),
    );
  }
  return applied;
}

const lackedBy = (applied: readonly string[]): string[] =>
  Object.keys(migrations).filter((name) => !applied.includes(name));

/**
 * The migrations that the database still lacks.
 *
 * @param restoring whether the caller is the restore that works on the database
 * @throws NewerDatabaseError when the database has a migration that this code lacks
 * @throws EarlyDatabaseError when the database has only migrations from before the first one of this code
 * @throws UnfinishedRestoreError when a restore into the database has not finished
 */
export const pendingMigrations = async (db: Kysely<Tables>, { restoring = false } = {}): Promise<string[]> =>
  lackedBy(await knownMigrations(db, restoring));

/** What the migrator is to know: it refuses a database that has a migration of which it knows nothing. */
function toMigrator(applied: readonly string[], dialect: EngineDialect): Record<string, Migration> {
  const earlier = applied.map((name): [string, Migration] => [name, { up: async () => {} }]);
  const own = Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
    name,
    { up: (db: Kysely<unknown>) => up(db, dialect) },
  ]);
  return Object.fromEntries([...earlier, ...own]);
}

/** Brings the database up to date: all migrations run, or none. Returns the names of those that ran. */
export async function migrate(
  db: Kysely<Tables>,
  dialect: EngineDialect,
  { restoring = false } = {},
): Promise<string[]> {
  const applied = await knownMigrations(db, restoring);
  if (lackedBy(applied).length === 0) return [];
  const migrationTableSchema = await dialect.migrationSchema(db);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => toMigrator(applied, dialect) },
    ...(migrationTableSchema !== undefined && { migrationTableSchema }),
  });
  // An old server that still works may deadlock with a migration: each has a table that the other waits for. The database then
  // aborts one of them.
  return runAgainWhenAborted(async () => {
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw error;
    return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
  });
}
