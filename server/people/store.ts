import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Role } from '#contract/desk/permissions.ts';
import { erasedWord } from '#contract/record-classes.ts';
import type { StateCode } from '#contract/us-states.ts';
import { countFound, dialectOf, type Reader, type Storage, type Trx } from '#server/database/open.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Iso } from '#server/database/tables.ts';
import { createdPosition, oldestFirst, type Position } from '#server/paging.ts';
import type { Invited } from './invited.ts';
import type { PersonTable } from './tables.ts';

export type ShiftPerson = Selectable<PersonTable>;

const anybody = (db: Reader) => db.selectFrom('people').selectAll();

/** Everybody who was not removed. */
const current = (db: Reader) => anybody(db).where('removed_at', 'is', null);

export const allPeople = (db: Reader): Promise<ShiftPerson[]> => current(db).orderBy('name').execute();

/** At most `limit` people in the order in which they were added, after one of them or from the first. */
export const peopleAfter = (
  db: Storage['reads'],
  last: Pick<ShiftPerson, 'created_at' | 'id'> | undefined,
  limit: number,
): Promise<ShiftPerson[]> =>
  current(db)
    .$call(oldestFirst(['created_at', 'id'], createdPosition(last), limit))
    .execute();

/** Everybody by name, also removed people. */
export const everybody = (db: Reader): Promise<ShiftPerson[]> => anybody(db).orderBy('name').execute();

export const peopleOnShift = (db: Reader): Promise<ShiftPerson[]> =>
  current(db).where('on_shift_at', 'is not', null).orderBy('name').execute();

/** The states in which a person is licensed; empty when nothing is known. */
export const licensedStatesOf = ({ licensed_states }: Pick<ShiftPerson, 'licensed_states'>): StateCode[] =>
  JSON.parse(licensed_states) as StateCode[];

/** A mail address for comparison. */
export const mailKeyOf = (mail: string): string => mail.trim().toLowerCase();

/** The person with this name who was not removed. */
export const findPerson = (db: Reader, name: string): Promise<ShiftPerson | undefined> =>
  current(db).where('name', '=', name).executeTakeFirst();

const personById = prepared((db, { id }: Pick<ShiftPerson, 'id'>) => current(db).where('id', '=', id));

/** Those of these people who were not removed. */
export const findPeopleByIds = async (db: Reader, ids: readonly string[]): Promise<ShiftPerson[]> => {
  const [id] = ids;
  if (id === undefined) return [];
  // Each step of an agent reads one person, so that statement is prepared.
  if (ids.length === 1) return personById(db, { id });
  return current(db).where('id', 'in', ids).execute();
};

/** Everybody with a mail address, without removed people. Of those with a role, no two have the same. */
export const findPeopleByMail = (db: Reader, mail: string): Promise<ShiftPerson[]> =>
  current(db).where('mail_key', '=', mailKeyOf(mail)).orderBy('created_at').execute();

type ShiftFacts = Pick<Updateable<PersonTable>, 'on_shift_at' | 'shift_decided_at' | 'off_due_at' | 'switches'>;

export const setShift = (trx: Trx, id: string, facts: ShiftFacts) =>
  trx.updateTable('people').set(facts).where('id', '=', id).execute();

export const insertPeople = (trx: Trx, people: readonly Insertable<PersonTable>[]) =>
  trx.insertInto('people').values(people).execute();

/** Adds a person. For a known name, stores only the new telephone number and mail address. */
export async function putPerson(db: Reader, person: Insertable<PersonTable>): Promise<void> {
  const { phone, mail, mail_key } = person;
  await db
    .insertInto('people')
    .values(person)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .where('removed_at', 'is', null)
        .doUpdateSet(({ eb }) => ({ phone, mail, mail_key, version: eb('people.version', '+', 1) })),
    )
    .execute();
}

const admins = (db: Reader) => db.selectFrom('people').where('role', '=', 'admin').where('removed_at', 'is', null);

export async function adminMails(db: Reader): Promise<string[]> {
  const found = await admins(db).select('mail').where('mail', 'is not', null).orderBy('mail').execute();
  return found.flatMap(({ mail }) => mail ?? []);
}

/** A person, also a removed one. */
export const findPersonById = (db: Reader, id: string): Promise<ShiftPerson | undefined> =>
  anybody(db).where('id', '=', id).executeTakeFirst();

/** The person who acts, with the role by which the policy decides. */
export type Actor = ShiftPerson & { readonly role: Role };

/** Reads the person who acts; undefined without a role. While the caller holds the lock of people, it stays true. */
export async function findActor(db: Reader, id: string): Promise<Actor | undefined> {
  const person = await findPersonById(db, id);
  return person && person.role !== null && person.removed_at === null ? { ...person, role: person.role } : undefined;
}

/** People by id, also removed ones. */
export async function anybodyByIds(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, ShiftPerson>> {
  const people = await anybody(db).where('id', 'in', ids).execute();
  return new Map(people.map((person) => [person.id, person]));
}

/** Reads the names of people, also of removed ones. The result gives the name of an id; null for null and for an unknown id. */
export async function namesOfPeople(db: Reader, ids: readonly (string | null)[]) {
  const people = await anybodyByIds(db, [...new Set(ids.filter((id) => id !== null))]);
  return (id: string | null): string | null => people.get(id ?? '')?.name ?? null;
}

/** Whether another person with a role or an invitation has this mail address. */
export const hasAccountWith = async (db: Reader, mailKey: string, but: string, invited: Invited): Promise<boolean> => {
  const people = await findPeopleByMail(db, mailKey);
  return people.some(({ id, role }) => id !== but && (role !== null || invited.has(id)));
};

export const countAdmins = (db: Reader): Promise<number> => admins(db).$call(countFound);

/** Puts a person on call from a time on; null takes them off. */
export const setOnCall = (trx: Trx, id: string, at: Iso | null) =>
  trx
    .updateTable('people')
    .set(({ eb }) => ({ on_call_at: at, switches: eb('switches', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Changes a person and increments the version, so that two people who edit at once notice each other's change. */
export const updatePerson = (
  trx: Trx,
  { id, version }: Pick<ShiftPerson, 'id' | 'version'>,
  values: Omit<Updateable<PersonTable>, 'id' | 'version'>,
) =>
  trx
    .updateTable('people')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .execute();

/** Takes an address out of use for signing in, until it is written again. */
export const clearMailKey = (trx: Trx, id: string) =>
  trx.updateTable('people').set({ mail_key: null }).where('id', '=', id).execute();

/** The people who were removed before a time and not blanked yet, the earliest removal first. */
export const duePeople = (db: Reader, before: Iso, limit: number, after?: Position): Promise<Position[]> =>
  db
    .selectFrom('people')
    .select(['id', 'removed_at as at'])
    .where('removed_at', 'is not', null)
    .where('erased_at', 'is', null)
    .where('removed_at', '<', before)
    .$call(oldestFirst(['removed_at', 'id'], after, limit))
    .$narrowType<Position>()
    .execute();

/** Locks those of these people who were removed and not blanked yet. */
export async function lockRemoved(trx: Trx, ids: readonly string[]): Promise<{ id: string; removed_at: Iso | null }[]> {
  const rows = trx
    .selectFrom('people')
    .select(['id', 'removed_at'])
    .where('id', 'in', ids)
    .where('removed_at', 'is not', null)
    .where('erased_at', 'is', null)
    .orderBy('id');
  return dialectOf(trx).lockRows(rows).execute();
}

export const blankPeople = (trx: Trx, ids: readonly string[], at: Iso) =>
  trx
    .updateTable('people')
    .set(({ eb }) => ({
      name: erasedWord,
      phone: null,
      mail: null,
      mail_key: null,
      licensed_states: '[]',
      erased_at: at,
      version: eb('version', '+', 1),
    }))
    .where('id', 'in', ids)
    .execute();
