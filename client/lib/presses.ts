/**
 * Makes a press act on the control on which it began. Browsers decide by the position of the pointer at its release. When a control
 * moves away during the press, a mouse would press nothing, and a finger would press whatever took the control's place.
 */
import { isPlainPress } from './plain-press.ts';

const controls = 'a[href], button, input, select, textarea, summary, label';

interface Press {
  /** The pressed control; undefined when the place has none. */
  readonly control: HTMLElement | undefined;
  /** The control's place at the start of the press. */
  readonly box: DOMRect;
  /** Whether no key was held that makes a link open elsewhere. */
  readonly isPlain: boolean;
}

const controlOf = ({ target }: Event): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>(controls)) || undefined;

const isOn = ({ left, right, top, bottom }: DOMRect, { clientX, clientY }: MouseEvent): boolean =>
  clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;

interface Presses {
  /** Whether another element represents the pressed control, which may have been rendered anew. */
  readonly isSame: (pressed: HTMLElement, other: HTMLElement) => boolean;
  /** Called when the pointer was released at the pressed control's place, but the browser presses something else or nothing. */
  readonly onMoved: (pressed: HTMLElement) => void;
}

/** Keeps controls from acting on presses that began on another one, until the signal is aborted. */
export function followPresses(signal: AbortSignal, { isSame, onMoved }: Presses): void {
  let press: Press | undefined;
  const begin = (event: PointerEvent) => {
    const control = controlOf(event);
    const box = control?.getBoundingClientRect() ?? new DOMRect();
    press = event.isPrimary ? { control, box, isPlain: isPlainPress(event) } : undefined;
  };
  const forget = () => {
    press = undefined;
  };
  const release = (event: PointerEvent) => {
    const pressed = press?.control;
    if (!press?.isPlain || !pressed || pressed.isConnected || !isOn(press.box, event)) return;
    // Usually no click follows when the pressed element is gone. If one follows, the element under it was not pressed.
    press = { ...press, control: undefined };
    onMoved(pressed);
  };
  const click = (event: MouseEvent) => {
    // Ignores clicks from the keyboard, from a program, or from a label for its field.
    if (!press || event.detail === 0) return;
    const { control, box, isPlain: opensHere } = press;
    press = undefined;
    const met = controlOf(event);
    if (met && control && (met.contains(control) || control.contains(met) || isSame(control, met))) return;
    if (met) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (control && opensHere && isOn(box, event)) onMoved(control);
  };
  const options = { capture: true, signal };
  addEventListener('pointerdown', begin, options);
  addEventListener('pointerup', release, options);
  addEventListener('pointercancel', forget, options);
  addEventListener('keydown', forget, options);
  addEventListener('click', click, options);
}
