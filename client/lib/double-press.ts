/**
 * The second press of a double press: from a thumb that presses twice, a hand that double-clicks everything, or a key that is held.
 * It comes before anybody can read the result of the first press. So it must not act on what the first press brought onto the
 * screen, and must not send anything twice.
 */

/**
 * A press of a finger or a key that comes within this time after another one belongs to it, in milliseconds. For a mouse the system
 * counts the presses, by the double-click speed that its user has set.
 */
const doublePressMs = 400;

/** Presses up to this long after the first one may belong to it, in milliseconds. A later press counts as a new one. */
const mostMs = 1200;

/** How far a finger may be from its first press, in CSS pixels. */
const reachPx = 32;

const pressable = 'a[href], button, input, select, textarea, summary, label, dialog';

interface Press {
  /** `mouse`, `touch` or `pen`; empty for a key. */
  readonly by: string;
  readonly event: MouseEvent;
  readonly target: Element;
  /** The words and states of the target before the press, which the press may change. */
  readonly state: string;
  /** Whether Enter is held, so that the browser repeats the press. */
  readonly isHeld: boolean;
  /** When the first press of the group was made. */
  sinceMs: number;
  /** The focused element after the press was handled. */
  focused?: Element | null;
}

let writeBeganAtMs = -Infinity;

/** Call it when a write is sent, so that the press that sent it sends no other one. */
export function noteWrite(): void {
  writeBeganAtMs = performance.now();
}

/**
 * The pressed element; undefined when there is none. For a label it is its field, because the browser then presses the field too.
 */
function targetOf({ target }: Event): Element | undefined {
  const pressed = (target as Element).closest(pressable);
  // A press inside a dialog is not a press on the dialog's backdrop, which closes it.
  if (!pressed || (pressed instanceof HTMLDialogElement && pressed !== target)) return undefined;
  return (pressed as HTMLLabelElement).control ?? pressed;
}

/** The words and states of an element, which a press may change: its text or label, and whether it is expanded or pressed. */
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

/** The last pointer or key. Some browsers report a finger's click as one of a mouse. */
let by: string | undefined;
let isHeld = false;
/** The last press; undefined after typing, or before anything was pressed. */
let last: Press | undefined;

/** Whether a press is the second one of a double press and must do nothing. */
function isSuppressed(before: Press, next: Press): boolean {
  const { event, target, state, sinceMs } = before;
  const didSomething = next.target !== target || next.state !== state || writeBeganAtMs >= event.timeStamp;
  // A press that follows a suppressed press is suppressed as well.
  return isSoonAfter(before, next) && (didSomething || sinceMs < event.timeStamp);
}

function click(event: MouseEvent): void {
  // Ignores clicks made by a program, and clicks that the browser adds for the field of a label.
  if (!event.isTrusted || by === undefined || (by && event.detail === 0)) return;
  const target = targetOf(event);
  if (!target) {
    last = undefined;
    return;
  }
  const press: Press = { by, event, target, state: stateOf(target), isHeld, sinceMs: event.timeStamp };
  const before = last;
  last = press;
  if (before && isSuppressed(before, press)) {
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
  // Space presses only once, when it is released.
  isHeld = repeat && pressed === 'Enter';
  // After another key the next press is deliberate.
  if (pressed !== 'Enter' && pressed !== ' ') last = undefined;
}

function release(): void {
  isHeld = false;
}

/** After typing, the next press is deliberate. A checkbox or radio button was pressed, not typed into. */
function input({ target }: Event): void {
  if (!(target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type))) last = undefined;
}

/**
 * From now on, for as long as the document lives, suppresses the second press of a double press wherever it would do something else or
 * write again. A button that only steps through something and writes nothing can be pressed as fast as one likes.
 */
export function takeDoublePressesAsOne(): void {
  // Adding the same listeners again changes nothing.
  addEventListener('pointerdown', pointer, true);
  addEventListener('keydown', key, true);
  addEventListener('keyup', release, true);
  addEventListener('click', click, true);
  addEventListener('input', input, true);
}
