/** The lines of the first hour. The state of each is found in the server's data; nothing is ticked by hand. */
import { firstHourTimes } from '#contract/desk/first-hour.ts';
import { recordsIn } from '#contract/desk/records.ts';
import type { Config } from '#server/config.ts';
import type { Environment } from '#server/environment.ts';
import { lastMessageAbout, messagesPage, smtpAdvice } from '#server/outbox/service.ts';
import type { PersonalChannel } from '#server/outbox/tables.ts';
import { peopleOnShift, whyNobodyIsReached } from '#server/people/service.ts';
import { lastSweepAt } from '#server/retention/service.ts';
import { isTextAgentOn, settingOf } from '#server/settings/service.ts';
import { earliest, isoAfter, nextHour } from '#server/times.ts';
import { backupCommand, rehearsalOf } from './commands.ts';
import { anyLinkPressed, lastTest, type TestSend } from './store.ts';

/** What the state of the lines is read from. */
export interface LinesOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly config: Pick<Config, 'smtp' | 'sms' | 'publicUrl' | 'hasPublicUrl' | 'databaseUrl' | 'erasuresFile'>;
  /** The dealerships, each with whether it is a sample and whether it has a valid code of its own. */
  readonly dealerships: () => Promise<
    readonly { readonly name: string; readonly sample: boolean; readonly ownCode: boolean }[]
  >;
  /** Whether anybody has a schedule, and how many gaps the next seven days have. */
  readonly coverage: () => Promise<{ readonly isUsed: boolean; readonly gaps: readonly unknown[] }>;
}

/** The state of a line. `optional`: the product works without it. */
type LineState = 'done' | 'open' | 'optional';

const stateOf = (isDone: boolean): LineState => (isDone ? 'done' : 'open');

/** The time until which a test link can be pressed. */
export const linkExpiryOf = ({ created_at }: Pick<TestSend, 'created_at'>): string =>
  isoAfter(created_at, firstHourTimes.linkForMs);

/** Returns a function that reads the state of every line. Its `phone` is the caller's number. */
export function createLines({ storage, config, now, ...options }: LinesOptions) {
  const { db } = storage;

  const isAnySent = async (channel: PersonalChannel): Promise<boolean> =>
    (await messagesPage(db, { filter: 'sent', channel, limit: 1 })).length > 0;

  async function mailLine() {
    const last = await lastTest(db, 'mail');
    const configured = config.smtp !== undefined;
    const isUnanswered = last !== undefined && last.taken_at === null && last.step === null;
    const answerBy = isUnanswered ? isoAfter(last.created_at, firstHourTimes.mailAnswerForMs) : undefined;
    const isAsked = answerBy !== undefined && answerBy > now().toISOString();
    const works = last && (isAsked || !isUnanswered) ? last.taken_at !== null : await isAnySent('mail');
    return {
      state: stateOf(configured && works),
      configured,
      changesAt: isAsked ? answerBy : undefined,
      last: last
        ? {
            at: last.created_at,
            to: last.recipient,
            taken: last.taken_at !== null,
            step: last.step,
            said: last.said,
            isAsked,
            advice: last.step === null || last.taken_at !== null ? null : smtpAdvice(last.step, last.said ?? ''),
          }
        : null,
    };
  }

  async function textsLine(phone: string | null) {
    const last = await lastTest(db, 'text');
    const message = last && (await lastMessageAbout(db, last.id));
    const configured = config.sms.provider !== undefined;
    const works = message ? message.state === 'sent' : await isAnySent('sms');
    return {
      // Without a text provider agent requests go by mail.
      state: configured ? stateOf(works) : ('optional' as const),
      configured,
      ownPhone: phone,
      last:
        last && message
          ? {
              at: last.created_at,
              to: last.recipient,
              state: message.state,
              said: message.last_error,
              deliveredAt: message.delivered_at,
            }
          : null,
    };
  }

  async function linksLine() {
    const last = await lastTest(db, 'link');
    return {
      // Without PUBLIC_URL links lead to this machine, and only a browser on it can have pressed one.
      state: stateOf(config.hasPublicUrl && (await anyLinkPressed(db)) !== undefined),
      publicUrl: config.publicUrl,
      hasPublicUrl: config.hasPublicUrl,
      last: last
        ? { at: last.created_at, to: last.recipient, pressedAt: last.pressed_at, expiresAt: linkExpiryOf(last) }
        : null,
    };
  }

  async function dealershipLines() {
    const all = await options.dealerships();
    const samples = all.filter(({ sample }) => sample).map(({ name }) => name);
    const own = all.filter(({ sample }) => !sample);
    const without = own.filter(({ ownCode }) => !ownCode).map(({ name }) => name);
    const withOwnCode = own.length - without.length;
    return {
      samples: { state: stateOf(samples.length === 0), names: samples },
      codes: { state: stateOf(own.length > 0 && without.length === 0), dealerships: own.length, withOwnCode, without },
    };
  }

  async function shiftLines() {
    const people = (await peopleOnShift(db)).map(({ name }) => name);
    const nobodyReached = (await whyNobodyIsReached(storage, config)) ?? null;
    const { isUsed, gaps } = await options.coverage();
    const textAgentOn = await isTextAgentOn(db);
    return {
      shift: { state: stateOf(people.length > 0 && nobodyReached === null), people, nobodyReached, textAgentOn },
      gaps: { state: isUsed ? stateOf(gaps.length === 0) : ('optional' as const), count: gaps.length },
    };
  }

  async function backupLines() {
    const at = (await settingOf(db, 'last-backup')) ?? null;
    const restoredAt = (await settingOf(db, 'last-restore')) ?? null;
    const isRecent = at !== null && now().getTime() - Date.parse(at) < firstHourTimes.backupForMs;
    return {
      backup: { state: stateOf(isRecent), at, command: backupCommand(now()) },
      restore: {
        state: restoredAt === null ? ('optional' as const) : ('done' as const),
        at: restoredAt,
        ...rehearsalOf(config, now(), { at, folder: await settingOf(db, 'last-backup-folder') }),
      },
    };
  }

  /** Before the first night there is nothing to confirm, so the line is not open. */
  async function sweepLine() {
    const last = await lastSweepAt(db, now());
    if (!last) return { state: 'optional' as const, at: null, records: 0 };
    const waits = last.doubt !== null && last.confirmed_at === null;
    return { state: stateOf(!waits), at: last.ended_at, records: waits ? recordsIn(last.planned) : 0 };
  }

  return async function lines(phone: string | null) {
    const { changesAt, ...mail } = await mailLine();
    const all = {
      mail,
      texts: await textsLine(phone),
      links: await linksLine(),
      ...(await dealershipLines()),
      ...(await shiftLines()),
      ...(await backupLines()),
      sweep: await sweepLine(),
    };
    const { at } = all.backup;
    return {
      ...all,
      open: Object.values(all).filter(({ state }) => state === 'open').length,
      changesAt: earliest(
        changesAt,
        nextHour(now()),
        at === null ? undefined : isoAfter(at, firstHourTimes.backupForMs),
      ),
    };
  };
}
