/** Who of the people is on shift. */
import type { Transaction } from 'kysely';
import { mintId } from '#contract/reference.ts';
import { raiseAlert } from '#server/alerts/service.ts';
import type { AuditLog } from '#server/audit/service.ts';
import { changed } from '#server/changes/service.ts';
import type { Person } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { settingOf } from '#server/settings/service.ts';
import {
  allPeople,
  findPerson,
  insertPeople,
  mailKeyOf,
  peopleOnShift,
  putPerson,
  type ShiftPerson,
  setOnShift,
} from './store.ts';

/** Changes of people run one after another, so that what one of them checks still holds when it writes. */
export const lockPeople = (trx: Transaction<Tables>, { dialect }: Pick<Storage, 'dialect'>) =>
  dialect.lock(trx, ['people']);

/** Begins or ends a shift. When the last one goes off while requests may come in, the operator is alerted. */
export async function switchShift(trx: Transaction<Tables>, person: ShiftPerson, on: boolean, at: Date): Promise<void> {
  await setOnShift(trx, person.id, on ? at.toISOString() : null);
  const wentOff = !on && person.on_shift_at !== null;
  if (wentOff && (await peopleOnShift(trx)).length === 0 && (await settingOf(trx, 'text-agent')) === 'on') {
    await raiseAlert(trx, { kind: 'shift-empty', about: at.toISOString(), at });
  }
  await changed(trx, 'people', person.id);
}

export interface ShiftOptions {
  readonly storage: Storage;
  readonly audit: AuditLog;
  readonly now: () => Date;
}

export type Shift = ReturnType<typeof createShift>;

/** The shift as the configuration and `npm run shift` know it: people by their names. */
export function createShift({ storage, audit, now }: ShiftOptions) {
  const { db } = storage;
  const rowOf = ({ name, phone, mail }: Person, at: string | null) => ({
    id: mintId(),
    name,
    phone,
    mail,
    mail_key: mail === null ? null : mailKeyOf(mail),
    created_at: now().toISOString(),
    on_shift_at: at,
  });
  const about = (people: readonly { readonly id: string }[]) =>
    people.map(({ id }) => ({ kind: 'person', id }) as const);

  return {
    list: (): Promise<ShiftPerson[]> => allPeople(db),

    /** Adds somebody, on shift; for a known name, puts in the new ways to reach them. */
    add: (person: Person): Promise<void> =>
      storage.transaction(async (trx) => {
        await lockPeople(trx, storage);
        const known = await findPerson(trx, person.name);
        const row = rowOf(person, now().toISOString());
        await putPerson(trx, row);
        await changed(trx, 'people', known?.id ?? row.id);
        await audit.write(trx, {
          by: null,
          action: known ? 'person-edited' : 'person-added',
          about: about([known ?? row]),
          detail: known ? { fields: ['phone', 'mail'] } : {},
        });
      }),

    /** Begins or ends somebody's shift. False when there is nobody of that name. */
    set: (name: string, on: boolean): Promise<boolean> =>
      storage.transaction(async (trx) => {
        // Of two who go off at the same moment, the second must see that the first is off.
        await lockPeople(trx, storage);
        const person = await findPerson(trx, name);
        if (!person) return false;
        await switchShift(trx, person, on, now());
        await audit.write(trx, { by: null, action: on ? 'shift-begun' : 'shift-ended', about: about([person]) });
        return true;
      }),

    /** Whether nobody is on shift. */
    isEmpty: async (): Promise<boolean> => (await peopleOnShift(db)).length === 0,

    /** Takes over the configuration's people while nobody is known. */
    seed: (people: readonly Person[]): Promise<void> =>
      storage.transaction(async (trx) => {
        await lockPeople(trx, storage);
        if (people.length === 0 || (await allPeople(trx)).length > 0) return;
        const byName = new Map(people.map((person) => [person.name, rowOf(person, now().toISOString())]));
        const rows = [...byName.values()];
        await insertPeople(trx, rows);
        await audit.write(trx, { by: null, action: 'person-added', about: about(rows) });
      }),
  };
}
