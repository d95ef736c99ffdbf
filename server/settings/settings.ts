/**
 * Changes the operator's settings while the server runs, for the desk and for `npm run settings`. Each change checks the version,
 * writes an entry of the audit log in the same transaction, and tells the consoles.
 */
import { standardJacket } from '#contract/desk/board.ts';
import type { AlertRecipient, LenderHours } from '#contract/desk/settings.ts';
import type { AuditLog } from '#server/audit/service.ts';
import { changed } from '#server/changes/service.ts';
import { dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import { findSetting, settingOf, writeSetting } from './store.ts';
import type { SettingName } from './tables.ts';
import {
  alertRecipients,
  isTextAgentOn,
  jacketOf,
  lenderHours,
  readJacket,
  readLenderHours,
  readRecipients,
  writtenJacket,
} from './values.ts';

/** The person who changes a setting, and the version they saw. */
interface SettingChange {
  /** Null for a command. */
  readonly by: string | null;
  /** The version they saw; undefined for a command, which changes what it finds. */
  readonly version?: number | undefined;
}

/** `changed`: somebody else has changed the setting since; nothing was written. */
export type SettingOutcome<Why extends string = never> =
  /** `count`: the number of shared codes that were ended. */
  | { readonly kind: 'done' | 'changed'; readonly count?: number }
  | { readonly kind: 'refused'; readonly why: Why; readonly text?: string };

/** What happens before and after a change of shared codes, in its transaction. */
export interface AroundShared {
  /** False when nothing must be changed. */
  readonly before: (trx: Trx) => Promise<boolean>;
  readonly after: (trx: Trx) => Promise<void>;
}

interface SettingsOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly audit: AuditLog;
  /** Why a request would reach nobody by text or mail; undefined when it would reach somebody so. */
  readonly whyNobodyIsReached: (db: Reader) => Promise<string | undefined>;
  /** Lets nobody begin or end a shift until the transaction ends. */
  readonly lockShifts: (trx: Trx) => Promise<unknown>;
  /** The codes that dealerships share (`server/access/codes.ts`). */
  readonly sharedCodes: {
    endShared(
      force: boolean,
      around: AroundShared,
    ): Promise<{ readonly outcome: 'ended'; readonly codes: number } | { readonly outcome: 'no-own-code' | 'changed' }>;
    allowShared(around: AroundShared): Promise<'allowed' | 'changed'>;
  };
  readonly lenders: readonly string[];
  readonly isTimeZone: (name: string) => boolean;
}

const done = { kind: 'done' } as const;
const meanwhile = { kind: 'changed' } as const;

/** What a setting is while nobody has set it. */
const unset: Partial<Record<SettingName, string>> = {
  'text-agent': 'off',
  'alert-recipients': '[]',
  'lender-hours': '[]',
  jacket: writtenJacket({ items: standardJacket, retired: [] }),
};

export function createSettings({ storage, audit, now, ...options }: SettingsOptions) {
  const { whyNobodyIsReached, lockShifts, sharedCodes, lenders, isTimeZone } = options;
  const { db } = storage;

  const hoursOfLenders = async (): Promise<readonly LenderHours[]> => (await lenderHours(db, lenders)).hours;

  const versionOf = async (reader: Reader, name: SettingName) => (await findSetting(reader, name))?.version ?? 0;

  /** Locks a setting until the transaction ends. Returns false when somebody has changed it since it was seen. */
  async function isAsSeen(trx: Trx, name: SettingName, { version }: SettingChange): Promise<boolean> {
    await dialectOf(trx).lock(trx, [`setting ${name}`]);
    return version === undefined || version === (await versionOf(trx, name));
  }

  async function note(trx: Trx, name: SettingName, { by }: SettingChange, detail = {}): Promise<void> {
    await changed(trx, 'settings', name);
    await audit.write(trx, { by, action: 'setting-changed', about: [{ kind: 'setting', id: name }], detail });
  }

  /**
   * Changes a setting.
   *
   * @param work returns the new value and its detail for the audit log, or a refusal
   */
  const change = <Why extends string>(
    name: SettingName,
    who: SettingChange,
    work: (
      trx: Trx,
    ) => Promise<{ value: string; detail?: Record<string, string | number> } | { refused: Why; text?: string }>,
  ): Promise<SettingOutcome<Why>> =>
    storage.transaction(async (trx) => {
      if (!(await isAsSeen(trx, name, who))) return meanwhile;
      const next = await work(trx);
      if ('refused' in next) return { kind: 'refused', why: next.refused, ...(next.text && { text: next.text }) };
      // Somebody else has said the same, perhaps at this instant.
      if (next.value === ((await settingOf(trx, name)) ?? unset[name])) return done;
      await writeSetting(trx, name, next.value, now().toISOString());
      await note(trx, name, who, next.detail);
      return done;
    });

  const changeHours = (
    who: SettingChange,
    next: (stored: Awaited<ReturnType<typeof lenderHours>>) => readonly LenderHours[],
  ) =>
    change('lender-hours', who, async (trx) => {
      const read = readLenderHours(next(await lenderHours(trx, lenders)), lenders, isTimeZone);
      return 'refused' in read ? read : { value: JSON.stringify(read), detail: { lenders: read.length } };
    });

  return {
    async view() {
      const [textAgent, sharedCode] = [await findSetting(db, 'text-agent'), await findSetting(db, 'shared-code')];
      return {
        textAgent: {
          version: textAgent?.version ?? 0,
          on: textAgent?.value === 'on',
          nobodyReached: (await whyNobodyIsReached(db)) ?? null,
        },
        sharedCode: { version: sharedCode?.version ?? 0, on: sharedCode?.value !== 'off' },
        alertRecipients: { version: await versionOf(db, 'alert-recipients'), further: await alertRecipients(db) },
        jacket: { version: await versionOf(db, 'jacket'), ...(await jacketOf(db)) },
        lenderHours: { version: await versionOf(db, 'lender-hours'), lenders, hours: await hoursOfLenders() },
      };
    },

    /** Switches Text Agent. Refused while a request would reach nobody by text or mail. */
    setTextAgent: (on: boolean, who: SettingChange): Promise<SettingOutcome<'nobodyReached'>> =>
      change('text-agent', who, async (trx) => {
        // Why nobody would be reached is a reason against switching it on. Once it is on, the operator is alerted of that.
        if (on && (await isTextAgentOn(trx))) return { value: 'on' };
        // When the last person goes off shift at the same moment, the later transaction sees the earlier one: this is refused, or
        // the operator is alerted.
        if (on) await lockShifts(trx);
        const why = on ? await whyNobodyIsReached(trx) : undefined;
        if (why)
          return {
            refused: 'nobodyReached',
            text: `Text Agent stays off: a request would reach nobody by text or mail. ${why}`,
          };
        return { value: on ? 'on' : 'off', detail: { to: on ? 'on' : 'off' } };
      }),

    /**
     * Allows shared codes, or ends them all with their sessions. Ending is refused while no dealership has a code of its own.
     *
     * @param force whether to end them all the same
     */
    async setSharedCode(on: boolean, force: boolean, who: SettingChange): Promise<SettingOutcome<'noOwnCode'>> {
      const around: AroundShared = {
        before: (trx) => isAsSeen(trx, 'shared-code', who),
        after: (trx) => note(trx, 'shared-code', who, { to: on ? 'on' : 'off' }),
      };
      if (on) return (await sharedCodes.allowShared(around)) === 'changed' ? meanwhile : done;
      const ended = await sharedCodes.endShared(force, around);
      if (ended.outcome === 'ended') return { ...done, count: ended.codes };
      return ended.outcome === 'changed' ? meanwhile : { kind: 'refused', why: 'noOwnCode' };
    },

    setAlertRecipients: (recipients: readonly AlertRecipient[], who: SettingChange) =>
      change('alert-recipients', who, async () => {
        const read = readRecipients(recipients);
        return 'refused' in read ? read : { value: JSON.stringify(read), detail: { recipients: read.length } };
      }),

    setJacket: (wanted: readonly { readonly item: string | null; readonly label: string }[], who: SettingChange) =>
      change('jacket', who, async (trx) => {
        const read = readJacket(await jacketOf(trx), wanted);
        return 'refused' in read ? read : { value: writtenJacket(read), detail: { items: read.items.length } };
      }),

    // A page that was opened before a lender left the brand sends its hours along. They are dropped.
    setLenderHours: (hours: readonly LenderHours[], who: SettingChange) =>
      changeHours(who, ({ gone }) => hours.filter(({ lender }) => !gone.includes(lender))),

    /** Sets the hours of one lender, and leaves those of the others. */
    setHoursOfLender: (one: LenderHours, who: SettingChange) =>
      changeHours(who, ({ hours }) => [...hours.filter(({ lender }) => lender !== one.lender), one]),

    lenderHours: hoursOfLenders,
  };
}
