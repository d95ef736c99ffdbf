/** For what takes the focus some time after a press: when a record was read, or when a write was answered. */
import { isTypedInto } from '#client/lib/typed-into.ts';

/** Focuses an element, unless a person is typing: the rest of a word would go elsewhere, and on the board one key accepts a request. */
export function focusLate(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (!isTypedInto()) element?.focus(options);
}
