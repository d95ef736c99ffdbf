/** The people who take agent requests or work at the desk, and which of them are on shift. */
import type { Config } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import { reachesBy } from './shift.ts';
import { peopleOnShift } from './store.ts';

export {
  giveFirstRole,
  type NoAccountReason,
  type NoFirstRole,
  preparePerson,
} from './accounts.ts';
export { type Invitable, type Invited, nobodyInvited, type ReadInvited, withInvitation } from './invited.ts';
export { createStaffPerson } from './person.ts';
export { staffRecordKind } from './record-kinds.ts';
export { type Accounts, createPeople, type PersonFields, type PersonOutcome } from './records.ts';
export {
  AccountAddressError,
  createShift,
  followSchedule,
  keepShift,
  lockPeople,
  lockPeopleShared,
  mostAheadMs,
  type Reaches,
  reachesBy,
  type Shift,
  shiftKeyOf,
} from './shift.ts';
export {
  type Actor,
  adminMails,
  allPeople,
  anybodyByIds,
  countAdmins,
  everybody,
  findActor,
  findPeopleByIds,
  findPeopleByMail,
  findPersonById,
  licensedStatesOf,
  mailKeyOf,
  namesOfPeople,
  peopleAfter,
  peopleOnShift,
  type ShiftPerson,
} from './store.ts';
export { carriedOverPeople, madePeople } from './store-carry-over.ts';

/** Why no request would reach anybody by text or mail; undefined when one would. Consoles ring all the same. */
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
  const reachable = (await peopleOnShift(db)).some(reachesBy({ smtp, sms }));
  return reachable
    ? undefined
    : 'Nobody with a telephone is on shift (npm run shift), and there is no operator to mail.';
}
