/** Sends a change of one setting, also when somebody else has changed that setting first. */
import type { Callable, CallInput, Result } from '#client/lib/http.ts';
import { type SettingsView, viewSettings } from '#contract/desk/setting-endpoints.ts';
import { keepRead } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { sendDesk } from '../lib/send.ts';
import type { ConflictField } from '../ui/EditConflict.tsx';
import { isAfter } from '../ui/Said.tsx';
import { type Fault, undecided } from '../ui/SendForm.tsx';

/** The text of a refused change. Undefined when it was stored, or when the person has to decide. */
export const refusalOf = (fault: Fault | undefined): string | undefined =>
  fault === undecided ? undefined : fault?.text;

/** A change that came after somebody else's: both versions, for the person to decide. */
export interface SecondChange {
  readonly fields: readonly ConflictField[];
  /** Stores the person's own version over the other. */
  readonly again: () => Promise<Fault | undefined>;
}

/** What every part gets. */
export interface PartTools {
  /** Called when a change is stored, with the sentence to show. The part starts over from the stored values. */
  readonly onDone: (text: string, isOver?: (now: SettingsView) => boolean) => void;
  /** The same, but keeps what else is typed in the part. */
  readonly onStored: PartTools['onDone'];
  readonly onSecond: (second: SecondChange) => void;
  readonly onFailed: (why: string) => void;
  readonly onBeginAnew: () => void;
}

/** A change of one setting. */
export interface SettingChange<E extends Callable> {
  readonly endpoint: E;
  readonly setting: keyof Omit<SettingsView, 'changesAt'>;
  /** The version that the person saw. */
  readonly version: number;
  /** The body without the version. After somebody else saved first, it is made from the newest settings. */
  readonly body: (now: SettingsView | undefined) => Omit<(CallInput<E> & { body: object })['body'], 'version'>;
  /** The saved version and the person's, field by field; no fields when the two changes do not touch each other. */
  readonly compare: (now: SettingsView) => readonly ConflictField[];
  /** What is said once it is stored. */
  readonly done: string;
  /** Tells from what was stored then and in a later version whether `done` is no longer true. Without it, any later version ends it. */
  readonly isOver?: (stored: SettingsView, later: SettingsView) => boolean;
}

type Answer = { readonly kind: 'ok' | 'late'; readonly value: SettingsView };

/** How often a change is sent at most. It is sent again when others changed something else of the same setting meanwhile. */
const mostTries = 5;

/** Sends a change. Resolves to why it was refused, to `undecided` when its person has to decide, and to nothing when it was stored. */
export async function sendSetting<E extends Callable>(
  change: SettingChange<E>,
  tools: PartTools,
): Promise<Fault | undefined> {
  const versionIn = (now: SettingsView) => now[change.setting].version;
  let { version } = change;
  let now: SettingsView | undefined;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const input = { body: { ...change.body(now), version } } as unknown as CallInput<E>;
    const result = (await sendDesk(change.endpoint, input)) as Result<E>;
    if (result.kind === 'refused' || result.kind === 'unreachable') return { text: failureText(result) };
    const { kind, value } = result as unknown as Answer;
    keepRead(viewSettings, {}, value);
    const fields = change.compare(value);
    const differing = fields.filter(({ theirs, mine }) => theirs !== mine);
    if (kind === 'ok' || (fields.length > 0 && differing.length === 0)) {
      const isLater = isAfter(versionIn(value));
      tools.onDone(change.done, (now) => isLater(versionIn(now)) && (change.isOver?.(value, now) ?? true));
      return undefined;
    }
    if (differing.length > 0) {
      const again = { ...change, version: versionIn(value), body: () => change.body(value) };
      tools.onSecond({ fields, again: () => sendSetting(again, tools) });
      return undecided;
    }
    now = value;
    version = versionIn(value);
  }
  return { text: 'Others keep changing it. Save it again.' };
}

/** Sends a change that a button makes, and tells why it was refused. */
export async function pressSetting<E extends Callable>(change: SettingChange<E>, tools: PartTools): Promise<void> {
  const why = refusalOf(await sendSetting(change, tools));
  if (why) tools.onFailed(why);
}
