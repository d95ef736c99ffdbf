/**
 * Whether a key press belongs to an input method (IME), with which somebody chooses or deletes letters that are not yet in the
 * text. Safari reports the last such key after the composition has ended, and marks it by its key code alone.
 */
export const isComposing = (event: KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells of that key
  event.isComposing || event.keyCode === 229;
