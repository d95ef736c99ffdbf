/** The people who take agent requests, and who of them is on shift. */
import { mintId } from '#contract/reference.ts';
import { raiseAlert } from '#server/alerts/service.ts';
import type { Config, Person } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
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

export { adminMails, findPeopleByIds, findPeopleByMail, peopleOnShift, type ShiftPerson } from './store.ts';

export interface ShiftOptions {
  readonly storage: Storage;
  readonly now: () => Date;
}

export type Shift = ReturnType<typeof createShift>;

export function createShift({ storage, now }: ShiftOptions) {
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

  return {
    list: (): Promise<ShiftPerson[]> => allPeople(db),

    /** Adds somebody, on shift; for a known name, puts in the new ways to reach them. */
    add: (person: Person): Promise<void> => putPerson(db, rowOf(person, now().toISOString())),

    /**
     * Begins or ends somebody's shift. False when there is nobody of that name. When the last one goes off while requests
     * may come in, the operator is alerted.
     */
    set: (name: string, on: boolean): Promise<boolean> =>
      storage.transaction(async (trx) => {
        // Of two who go off at the same moment, the second must see that the first is off.
        await storage.dialect.lock(trx, ['people on shift']);
        const at = now();
        const person = await findPerson(trx, name);
        if (!person) return false;
        await setOnShift(trx, name, on ? at.toISOString() : null);
        const wentOff = !on && person.on_shift_at !== null;
        if (wentOff && (await peopleOnShift(trx)).length === 0 && (await settingOf(trx, 'text-agent')) === 'on') {
          await raiseAlert(trx, { kind: 'shift-empty', about: at.toISOString(), at });
        }
        return true;
      }),

    /** Whether nobody is on shift. */
    isEmpty: async (): Promise<boolean> => (await peopleOnShift(db)).length === 0,

    /** Takes over the configuration's people while nobody is known. */
    seed: (people: readonly Person[]): Promise<void> =>
      storage.transaction(async (trx) => {
        await storage.dialect.lock(trx, ['people on shift']);
        if (people.length === 0 || (await allPeople(trx)).length > 0) return;
        const byName = new Map(people.map((person) => [person.name, rowOf(person, now().toISOString())]));
        await insertPeople(trx, [...byName.values()]);
      }),
  };
}

/** Why no request would reach anybody; undefined when one would. */
export async function whyNobodyIsReached(
  { db }: Pick<Storage, 'db'>,
  { smtp, sms, publicUrl, hasPublicUrl }: Pick<Config, 'smtp' | 'sms' | 'publicUrl' | 'hasPublicUrl'>,
): Promise<string | undefined> {
  if (sms.function) return undefined;
  if (!smtp && !sms.provider) {
    return 'There is neither a text provider (TWILIO_ACCOUNT_SID) nor an operator to mail (SMTP_URL).';
  }
  if (!hasPublicUrl) return `The link in a mail would lead to ${publicUrl}, because PUBLIC_URL is not set.`;
  if (smtp) return undefined;
  const reachable = (await peopleOnShift(db)).some(({ phone }) => phone !== null);
  return reachable
    ? undefined
    : 'Nobody with a telephone is on shift (npm run shift), and there is no operator to mail.';
}
