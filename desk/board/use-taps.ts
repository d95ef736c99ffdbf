import { useRef, useState } from 'react';
import { useTellFailureHere } from '../lib/left-press.ts';
import type { Tapped } from './deal-tap.ts';

/** Why a tap was not stored. */
interface TapFault {
  readonly text: string;
  /** No answer came, so it may be stored all the same. */
  readonly isUnheard?: boolean;
}

/** Why a tap was not stored, in a sentence that names its switch; undefined when it was stored. */
export function tapFaultOf(sent: Tapped, label: string): TapFault | undefined {
  if (sent.kind === 'taken') return undefined;
  if (sent.kind === 'refused') return { text: `“${label}”: ${sent.text}` };
  if (sent.kind === 'late') return { text: `“${label}” was changed by somebody else. Check it, then press it again.` };
  // A second tap takes back the first one, so whoever got no answer looks before they tap again.
  return {
    text: `No answer from the server to “${label}”. It may be stored: look before you press it again.`,
    isUnheard: true,
  };
}

interface TapsOptions<Value> {
  /** What the switches are a part of, for a failure that is told on another screen. */
  readonly about: string;
  /** The value of a switch as it is stored, as far as the page knows. */
  readonly stored: (key: string) => Value;
  /** Stores a value. Resolves to why it was not stored. */
  readonly send: (key: string, value: Value) => Promise<TapFault | undefined>;
  /** Taps whose switches are in one group are sent one after the other. */
  readonly groupOf: (key: string) => string;
}

const without = <Value>(all: Readonly<Record<string, Value>>, gone: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => !gone.includes(key)));

/** Switches that show a tap at once, send it, and say why it was not stored. */
export function useTaps<Value>({ about, stored, send, groupOf }: TapsOptions<Value>) {
  const tell = useTellFailureHere(about);
  const [tapped, setTapped] = useState<Readonly<Record<string, Value>>>({});
  const [failed, setFailed] = useState<Readonly<Record<string, TapFault & { readonly value: Value }>>>({});
  /** The last tap under way on each switch, and in each group. */
  const lastOn = useRef(new Map<string, Promise<unknown>>());
  const lastIn = useRef(new Map<string, Promise<unknown>>());
  // What got no answer is stored after all.
  const arrived = Object.entries(failed).flatMap(([key, { isUnheard, value }]) =>
    isUnheard && stored(key) === value ? [key] : [],
  );
  if (arrived.length > 0) setFailed(without(failed, arrived));

  const tap = async (key: string, value: Value): Promise<void> => {
    // Why a tap failed stays while later ones are being sent: it is about the earlier one.
    if (lastOn.current.size === 0) setFailed({});
    setTapped((before) => ({ ...before, [key]: value }));
    const group = groupOf(key);
    const sending = (lastIn.current.get(group) ?? Promise.resolve()).then(() => send(key, value));
    lastOn.current.set(key, sending);
    lastIn.current.set(group, sending);
    const fault = await sending;
    if (lastIn.current.get(group) === sending) lastIn.current.delete(group);
    tell(fault?.text, () =>
      setFailed((before) => (fault ? { ...before, [key]: { ...fault, value } } : without(before, [key]))),
    );
    if (lastOn.current.get(key) !== sending) return;
    lastOn.current.delete(key);
    setTapped((before) => without(before, [key]));
  };
  return {
    /** The value that a switch shows: the one that was tapped, until it is stored or failed. */
    shown: (key: string): Value => (Object.hasOwn(tapped, key) ? (tapped[key] as Value) : stored(key)),
    /** Why taps were not stored, as long as that is worth knowing. */
    faults: Object.entries(failed).flatMap(([key, { text }]) => (arrived.includes(key) ? [] : [{ key, text }])),
    tap: (key: string, value: Value) => void tap(key, value),
  };
}
