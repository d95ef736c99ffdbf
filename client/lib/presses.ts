/**
 * A press acts on the control on which it began. Browsers decide by the position of the pointer when it is released. When a
 * control moves away during the press, a mouse would press nothing, and a finger would press whatever has taken the control's
 * place.
 */

const controls = 'a[href], button, input, select, textarea, summary, label';

interface Press {
  /** What was pressed; undefined for a place where nothing can be pressed. */
  readonly control: HTMLElement | undefined;
  /** Where it was. */
  readonly box: DOMRect;
  /** Without a key that makes it open elsewhere. */
  readonly isPlain: boolean;
}

const controlOf = ({ target }: Event): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>(controls)) || undefined;

const isPlain = ({ button, altKey, ctrlKey, metaKey, shiftKey }: PointerEvent): boolean =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;

const isOn = ({ left, right, top, bottom }: DOMRect, { clientX, clientY }: MouseEvent): boolean =>
  clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;

export interface Presses {
  /** Whether an element stands for the control that was pressed, which may be drawn anew. */
  readonly isSame: (pressed: HTMLElement, other: HTMLElement) => boolean;
  /** Called when the pressed control was released in its place, and the browser presses something else or nothing. */
  readonly onMoved: (pressed: HTMLElement) => void;
}

/** Sees to it that no control acts on a press that began on another one, until the signal is aborted. */
export function followPresses(signal: AbortSignal, { isSame, onMoved }: Presses): void {
  let press: Press | undefined;
  const begin = (event: PointerEvent) => {
    const control = controlOf(event);
    const box = control?.getBoundingClientRect() ?? new DOMRect();
    press = event.isPrimary ? { control, box, isPlain: isPlain(event) } : undefined;
  };
  const forget = () => {
    press = undefined;
  };
  const release = (event: PointerEvent) => {
    const pressed = press?.control;
    if (!press?.isPlain || !pressed || pressed.isConnected || !isOn(press.box, event)) return;
    // No click follows when the element of the press is gone. Should one follow, it is no press of what it meets.
    press = { ...press, control: undefined };
    onMoved(pressed);
  };
  const click = (event: MouseEvent) => {
    // One of the keyboard, of a program, or of a label for its field.
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
