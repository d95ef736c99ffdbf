/**
 * The second press of a double press: a thumb that presses twice, a hand that double-clicks everything, a key that is held. It
 * comes before anybody can read the result of the first press. So it must not act on what the first press brought onto the screen,
 * and must not send anything twice.
 */

/**
 * How long after a press of a finger or a key, in milliseconds, another press belongs to it. For a mouse the system counts the
 * presses, by the speed of a double click that its user has set.
 */
const doublePressMs = 400;

/** How long after the first press, in milliseconds, further presses belong to it. A later press is meant as a new one. */
const mostMs = 1200;

/** How far a finger may be from its first press, in CSS pixels. */
const reachPx = 32;

const pressable = 'a[href], button, input, select, textarea, summary, label, dialog';

interface Press {
  /** `mouse`, `touch` or `pen`; empty of a key. */
  readonly by: string;
  readonly event: MouseEvent;
  readonly target: Element;
  /** What the target said, which the press may change. */
  readonly state: string;
  /** Whether Enter is held: the browser presses again by itself. */
  readonly isHeld: boolean;
  /** When the first press was made of those that it belongs to. */
  sinceMs: number;
  /** Where the focus was when the press had been dealt with. */
  focused?: Element | null;
}

let writeBeganAtMs = -Infinity;

/** To be called when a write is sent: the press that sent it sends no other one. */
export function noteWrite(): void {
  writeBeganAtMs = performance.now();
}

/** What is pressed, undefined when nothing is. Of a label it is its field: the browser lets a press of the field follow. */
function targetOf({ target }: Event): Element | undefined {
  const pressed = (target as Element).closest(pressable);
  // What a dialog holds is not the room beside it, which a press closes.
  if (!pressed || (pressed instanceof HTMLDialogElement && pressed !== target)) return undefined;
  return (pressed as HTMLLabelElement).control ?? pressed;
}

/** The words of a button that stays may change, and what it opens may be open. */
const stateOf = (target: Element): string =>
  `${target.ariaLabel ?? target.textContent}${target.ariaExpanded}${target.ariaPressed}`;

function isSoonAfter(first: Press, next: Press): boolean {
  if (next.by !== first.by) return false;
  if (next.isHeld) return true;
  if (next.event.timeStamp - first.sinceMs > mostMs) return false;
  if (next.by === 'mouse') return next.event.detail > 1;
  if (next.event.timeStamp - first.event.timeStamp > doublePressMs) return false;
  if (!next.by) return next.target === first.target || next.target === first.focused;
  const { clientX, clientY } = first.event;
  return Math.hypot(next.event.clientX - clientX, next.event.clientY - clientY) < reachPx;
}

/** What the last pointer or key was. Some browsers say of the click of a finger that a mouse made it. */
let by: string | undefined;
let isHeld = false;
/** Undefined once something was typed, or nothing was pressed. */
let last: Press | undefined;

function isTaken(before: Press, next: Press): boolean {
  const { event, target, state, sinceMs } = before;
  const didSomething = next.target !== target || next.state !== state || writeBeganAtMs >= event.timeStamp;
  // What follows on one that was taken for a part of the first one is a part of it as well.
  return isSoonAfter(before, next) && (didSomething || sinceMs < event.timeStamp);
}

function click(event: MouseEvent): void {
  // One of a program, or one that the browser lets follow for the field of a label.
  if (!event.isTrusted || by === undefined || (by && event.detail === 0)) return;
  const target = targetOf(event);
  if (!target) {
    last = undefined;
    return;
  }
  const press: Press = { by, event, target, state: stateOf(target), isHeld, sinceMs: event.timeStamp };
  const before = last;
  last = press;
  if (before && isTaken(before, press)) {
    press.sinceMs = before.sinceMs;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  setTimeout(() => {
    press.focused = document.activeElement;
  });
}

function pointer({ pointerType }: PointerEvent): void {
  by = pointerType || 'pen';
  isHeld = false;
}

function key({ key: pressed, repeat }: KeyboardEvent): void {
  by = '';
  // Space presses once, when it is released.
  isHeld = repeat && pressed === 'Enter';
  // Another key in between: the next press is meant.
  if (pressed !== 'Enter' && pressed !== ' ') last = undefined;
}

function release(): void {
  isHeld = false;
}

/** After typing, the next press is meant. A box that is ticked was pressed, not typed into. */
function input({ target }: Event): void {
  if (!(target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type))) last = undefined;
}

/**
 * Takes a double press as one press wherever the second one would do something else or write again, from now on, for as long as the
 * document lives. A button that steps, and writes nothing, is pressed as fast as one likes.
 */
export function takeDoublePressesAsOne(): void {
  // To listen once more with the same function changes nothing.
  addEventListener('pointerdown', pointer, true);
  addEventListener('keydown', key, true);
  addEventListener('keyup', release, true);
  addEventListener('click', click, true);
  addEventListener('input', input, true);
}
