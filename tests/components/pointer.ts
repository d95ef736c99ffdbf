/** A mouse and a finger of the browser itself: what is between the press and its release is for the test. */
import { cdp } from 'vitest/browser';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface DevTools {
  send(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** The middle of an element, as the browser's window has it: the page of a test is a frame, which may be scaled. */
function middleOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  const frame = globalThis.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
  const scale = frame.width / innerWidth;
  return { x: frame.left + (left + width / 2) * scale, y: frame.top + (top + height / 2) * scale };
}

/** Tells the browser itself to do something (the DevTools protocol). */
export async function sendToBrowser(method: string, params: Readonly<Record<string, unknown>>): Promise<void> {
  await (cdp() as DevTools).send(method, params);
}

export interface Held {
  release(): Promise<void>;
}

/** The key Control, as a modifier of a press. */
export const controlKey = 2;

const noKey = { modifiers: 0 };

/** Presses with the first button of a mouse on the middle of an element, or with a finger, and holds it. */
export async function press(element: Element, by: 'mouse' | 'finger', { modifiers } = noKey): Promise<Held> {
  const at = middleOf(element);
  if (by === 'finger') {
    const touch = (type: string, touchPoints: readonly Point[]) =>
      sendToBrowser('Input.dispatchTouchEvent', { type, touchPoints, modifiers });
    await touch('touchStart', [at]);
    return { release: () => touch('touchEnd', []) };
  }
  const mouse = (type: string, buttons: number) =>
    sendToBrowser('Input.dispatchMouseEvent', { type, ...at, button: 'left', buttons, clickCount: 1, modifiers });
  await sendToBrowser('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at });
  await mouse('mousePressed', 1);
  return { release: () => mouse('mouseReleased', 0) };
}
