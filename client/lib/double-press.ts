/**
 * The second press of a double press: of a thumb that presses twice, and of a hand that double-clicks whatever it meets. It comes
 * sooner than anybody reads what the first one did, so it is no press of what the first one brought, and sends nothing a second time.
 */

/**
 * For how long after a press of a finger or a key, in milliseconds, one more belongs to it. A mouse needs no time of ours: the system
 * counts its presses, by what its person has set as the speed of a double click.
 */
const doublePressMs = 400;

/** How far a finger may be from its first press, across and down together, in CSS pixels. */
const reachPx = 32;

const pressable = 'a[href], button, input, select, textarea, summary, label, dialog';

interface Press {
  /** `mouse`, `touch` or `pen`; empty of a key. */
  readonly by: string;
  readonly event: MouseEvent;
  readonly target: Element | undefined;
  /** What it said: the words of a button that stays may change. */
  readonly words: string | null | undefined;
}

let writeBeganAtMs = -Infinity;

/** To be called when a write is sent: the press that sent it sends no other one. */
export function noteWrite(): void {
  writeBeganAtMs = performance.now();
}

/** What is pressed. Of a label it is its field: the browser lets a press of the field follow. */
function targetOf({ target }: Event): Element | undefined {
  const pressed = (target as Element).closest(pressable) ?? undefined;
  return (pressed as HTMLLabelElement | undefined)?.control ?? pressed;
}

function pressOf(event: MouseEvent): Press {
  const target = targetOf(event);
  // Before Safari 18.2 a press does not say by what it was made.
  const by = (event as Partial<PointerEvent>).pointerType ?? (event.detail ? 'touch' : '');
  return { by, event, target, words: target?.ariaLabel ?? target?.textContent };
}

function isSoonAfter(first: Press, next: Press): boolean {
  if (next.by !== first.by) return false;
  if (next.by === 'mouse') return next.event.detail > 1;
  if (next.event.timeStamp - first.event.timeStamp > doublePressMs) return false;
  if (!next.by) return next.target === first.target;
  const { clientX, clientY } = first.event;
  return Math.abs(next.event.clientX - clientX) + Math.abs(next.event.clientY - clientY) < reachPx;
}

/** `unseen` is one that came before anybody looked; undefined once something was typed. */
let last: Press | 'unseen' | undefined = 'unseen';
/** Whether the last one was taken for a part of the one before: so is what follows as soon. */
let wasTaken = false;

function isTaken(next: Press): boolean {
  if (!last) return false;
  // What it brought is what looks now.
  if (last === 'unseen') return next.by === 'mouse' && next.event.detail > 1;
  const changed = next.target !== last.target || next.words !== last.words;
  return isSoonAfter(last, next) && (wasTaken || changed || writeBeganAtMs >= last.event.timeStamp);
}

function click(event: MouseEvent): void {
  // One of a program.
  if (!event.isTrusted) return;
  const press = pressOf(event);
  wasTaken = isTaken(press);
  last = press;
  if (!wasTaken) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Whoever has typed meanwhile presses on purpose. */
function input(): void {
  last = undefined;
}

/**
 * Takes a double press as one press wherever the second one would do something else or write again, from now on, for as long as the
 * document lives. A button that steps, and writes nothing, is pressed as fast as one likes.
 */
export function takeDoublePressesAsOne(): void {
  // To listen once more with the same function changes nothing.
  addEventListener('click', click, true);
  addEventListener('input', input, true);
}
