/**
 * Whether a key is for the input method by which somebody types: it chooses or drops letters that do not stand yet. Safari tells of the
 * last such key when the composition has ended already, and marks it by its code alone.
 */
export const isComposing = (event: KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells of that key
  event.isComposing || event.keyCode === 229;
