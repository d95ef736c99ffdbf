/**
 * Whether a key press belongs to an input method (IME), in which letters are chosen or deleted before they are in the text. Safari
 * reports the last such key after the composition has ended, and marks it only by its key code.
 */
export const isComposing = (event: KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells of that key
  event.isComposing || event.keyCode === 229;
