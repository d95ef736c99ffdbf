/** The settings with structured values: how each is stored, read and checked. Pure except for the reads. */
import * as z from 'zod/mini';
import { nameLine } from '#contract/clean-text.ts';
import { type JacketItem, standardJacket } from '#contract/desk/board.ts';
import { type AlertRecipient, type LenderHours, lenderDayIds } from '#contract/desk/settings.ts';
import type { Reader } from '#server/database/open.ts';
import { isOneAddress } from '#server/mail-address.ts';
import { readPhone } from '#server/phone.ts';
import { settingOf } from './store.ts';
import type { SettingName } from './tables.ts';

const recipients = z.array(z.object({ kind: z.enum(['mail', 'phone']), value: z.string() }));
const jacket = z.array(z.object({ item: z.string(), label: z.string(), retired: z.optional(z.boolean()) }));
const span = z.nullable(z.object({ from: z.string(), until: z.string() }));
const lenders = z.array(
  z.object({
    lender: z.string(),
    zone: z.string(),
    weekdays: span,
    saturday: span,
    sunday: span,
    note: z.string(),
  }),
);

/** Whether the operator has switched Text Agent on. */
export const isTextAgentOn = async (db: Reader): Promise<boolean> => (await settingOf(db, 'text-agent')) === 'on';

async function read<T>(db: Reader, name: SettingName, schema: { parse(value: unknown): T }, unset: T): Promise<T> {
  const stored = await settingOf(db, name);
  return stored === undefined ? unset : schema.parse(JSON.parse(stored));
}

/** The further recipients of alerts, besides those of the environment. */
export const alertRecipients = (db: Reader): Promise<readonly AlertRecipient[]> =>
  read(db, 'alert-recipients', recipients, []);

/**
 * The stored hours of lenders of the brand, and the names of lenders with stored hours that have left the brand (`gone`). Such hours
 * stay stored until somebody saves the setting, and count for nothing.
 *
 * @param known the names of the brand's lenders
 */
export async function lenderHours(
  db: Reader,
  known: readonly string[],
): Promise<{ readonly hours: readonly LenderHours[]; readonly gone: readonly string[] }> {
  const stored: readonly LenderHours[] = await read(db, 'lender-hours', lenders, []);
  const isKnown = ({ lender }: LenderHours) => known.includes(lender);
  return {
    hours: stored.filter(isKnown),
    gone: stored.map(({ lender }) => lender).filter((name) => !known.includes(name)),
  };
}

interface Jacket {
  readonly items: readonly JacketItem[];
  /** Items that are not asked for any more. Each keeps its name, in case it comes back. */
  readonly retired: readonly JacketItem[];
}

/** The items of a jacket that the operator stored, otherwise the standard ones. */
export async function jacketOf(db: Reader): Promise<Jacket> {
  const stored = await read<z.infer<typeof jacket>>(db, 'jacket', jacket, [...standardJacket]);
  const plain = ({ item, label }: JacketItem) => ({ item, label });
  return {
    items: stored.filter(({ retired }) => !retired).map(plain),
    retired: stored.filter(({ retired }) => retired).map(plain),
  };
}

export const writtenJacket = ({ items, retired }: Jacket): string =>
  JSON.stringify([...items, ...retired.map((item) => ({ ...item, retired: true }))]);

type Refused<Why extends string> = { readonly refused: Why };

/** Checks recipients and converts them to their stored form, each once, or says why they are refused. */
export function readRecipients(
  typed: readonly AlertRecipient[],
): readonly AlertRecipient[] | (Refused<'badRecipient'> & { readonly text: string }) {
  const read = new Map<string, AlertRecipient>();
  for (const { kind, value } of typed) {
    const text = value.trim();
    const stored = kind === 'phone' ? readPhone(text)?.number : isOneAddress(text) ? text : undefined;
    if (stored === undefined) {
      const said = `“${text}” is neither a mail address nor a telephone number. Nothing was changed.`;
      return { refused: 'badRecipient', text: said };
    }
    const key = stored.toLowerCase();
    if (!read.has(key)) read.set(key, { kind, value: stored });
  }
  return [...read.values()];
}

/** Makes a name for a new item from its label. The name stays when the label changes. */
function nameFor(label: string, taken: ReadonlySet<string>): string {
  const base =
    label
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, '')
      .slice(0, 40) || 'item';
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}_${n}`;
    if (!taken.has(name)) return name;
  }
}

/**
 * Checks a changed jacket, or says why it is refused. Items that are missing in the list are retired.
 *
 * @param wanted the items in order; `item` is null for a new one
 */
export function readJacket(
  { items, retired }: Jacket,
  wanted: readonly { readonly item: string | null; readonly label: string }[],
): Jacket | Refused<'badItem' | 'emptyJacket'> {
  if (wanted.length === 0) return { refused: 'emptyJacket' };
  const known = new Map([...items, ...retired].map((one) => [one.item, one]));
  const taken = new Set(known.keys());
  const next: JacketItem[] = [];
  for (const { item, label: typed } of wanted) {
    const label = nameLine(typed);
    const isKnown = item === null || (known.has(item) && !next.some((one) => one.item === item));
    if (label === '' || !isKnown) return { refused: 'badItem' };
    const name = item ?? nameFor(label, taken);
    taken.add(name);
    next.push({ item: name, label });
  }
  const labels = new Set(next.map(({ label }) => label.toLowerCase()));
  if (labels.size < next.length) return { refused: 'badItem' };
  const kept = new Set(next.map(({ item }) => item));
  return { items: next, retired: [...known.values()].filter(({ item }) => !kept.has(item)) };
}

/**
 * Checks hours and converts them to their stored form, or says why they are refused.
 *
 * @param known the names of the lenders
 */
export function readLenderHours(
  typed: readonly LenderHours[],
  known: readonly string[],
  isTimeZone: (name: string) => boolean,
): readonly LenderHours[] | Refused<'badLender' | 'badHours' | 'badZone'> {
  const names = typed.map(({ lender }) => lender);
  if (names.some((name) => !known.includes(name)) || new Set(names).size < names.length)
    return { refused: 'badLender' };
  for (const hours of typed) {
    if (!isTimeZone(hours.zone)) return { refused: 'badZone' };
    for (const day of lenderDayIds) {
      const span = hours[day];
      if (span && span.from >= span.until) return { refused: 'badHours' };
    }
  }
  return typed.map((hours) => ({ ...hours, note: hours.note.trim() }));
}
