/**
 * Presses of a mouse, a finger and keys, made by the browser itself. The test decides what happens between a press and its release.
 */
import { cdp } from 'vitest/browser';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface DevTools {
  send(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** The middle of a place on the page, in coordinates of the browser's window. The test page is a frame, which may be scaled. */
function middleOf({ left, top, width, height }: DOMRect): Point {
  const frame = globalThis.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
  const scale = frame.width / innerWidth;
  return { x: frame.left + (left + width / 2) * scale, y: frame.top + (top + height / 2) * scale };
}

/** Sends a command to the browser itself (the DevTools protocol). */
export async function sendToBrowser(method: string, params: Readonly<Record<string, unknown>>): Promise<void> {
  await (cdp() as DevTools).send(method, params);
}

interface Held {
  release(): Promise<void>;
}

/** The Control key, as a modifier of a press. */
export const controlKey = 2;

/** Converts a time of the page's events (`performance.now()`, in ms) to the browser's form: seconds since 1970. */
const timestampOf = (atMs: number): number => (performance.timeOrigin + atMs) / 1000;

interface PressOptions {
  readonly modifiers?: number;
  /** The time of the press, on the clock of the page's events, in ms. */
  readonly atMs?: number;
  /** For a mouse: how many presses in a row the system has counted by now, such as 2 in a double-click. */
  readonly count?: number;
}

/** Presses in the middle of a place, with the first button of a mouse or with a finger, and holds. */
async function pressAt(place: DOMRect, by: 'mouse' | 'finger', options: PressOptions): Promise<Held> {
  const { modifiers = 0, atMs = performance.now(), count: clickCount = 1 } = options;
  const at = middleOf(place);
  const how = { modifiers, timestamp: timestampOf(atMs) };
  if (by === 'finger') {
    const touch = (type: string, touchPoints: readonly Point[]) =>
      sendToBrowser('Input.dispatchTouchEvent', { type, touchPoints, ...how });
    await touch('touchStart', [at]);
    return { release: () => touch('touchEnd', []) };
  }
  const mouse = (type: string, buttons: number) =>
    sendToBrowser('Input.dispatchMouseEvent', { type, ...at, ...how, button: 'left', buttons, clickCount });
  await sendToBrowser('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at, ...how });
  await mouse('mousePressed', 1);
  return { release: () => mouse('mouseReleased', 0) };
}

/** Presses in the middle of an element, where it is now, and holds. */
export const press = (element: Element, by: 'mouse' | 'finger', options: PressOptions = {}): Promise<Held> =>
  pressAt(element.getBoundingClientRect(), by, options);

/** Presses in the middle of a place, whatever is there, and releases at the same time. */
export async function pressOnce(place: DOMRect, by: 'mouse' | 'finger', options: PressOptions): Promise<void> {
  await (await pressAt(place, by, options)).release();
}

const textOfKey: Readonly<Record<string, string>> = { Enter: '\r', ' ': ' ' };
const codeOfKey: Readonly<Record<string, number>> = { Enter: 13, ' ': 32, Tab: 9, Backspace: 8 };

type Key = 'Enter' | ' ' | 'Tab' | 'Backspace';

/** Presses a key at the first time, repeats it at the times between as a held key does, and releases it at the last time. */
export async function holdKey(key: Key, [atMs = 0, ...repeatsAtMs]: readonly number[]): Promise<void> {
  const text = textOfKey[key];
  const rest = { key, code: key === ' ' ? 'Space' : key, windowsVirtualKeyCode: codeOfKey[key] };
  const down = (downAtMs: number, autoRepeat: boolean) =>
    sendToBrowser('Input.dispatchKeyEvent', {
      type: text ? 'keyDown' : 'rawKeyDown',
      ...rest,
      ...(text && { text }),
      autoRepeat,
      timestamp: timestampOf(downAtMs),
    });
  await down(atMs, false);
  for (const repeatAtMs of repeatsAtMs) await down(repeatAtMs, true);
  const timestamp = timestampOf(repeatsAtMs.at(-1) ?? atMs);
  await sendToBrowser('Input.dispatchKeyEvent', { type: 'keyUp', ...rest, timestamp });
}

/** Presses a key and releases it. */
export const pressKey = (key: Key, atMs: number): Promise<void> => holdKey(key, [atMs]);
