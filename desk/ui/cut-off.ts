/**
 * A field with `maxlength` takes the beginning of a longer text and drops the rest without a word. This says at the field how much was
 * left out, so that nobody stores half of what they pasted without knowing it.
 */

/** Fields that the browser cuts at their `maxlength`. */
type Field = HTMLInputElement | HTMLTextAreaElement;

const fieldOf = ({ target }: Event): Field | undefined =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.maxLength >= 0
    ? target
    : undefined;

/** How many characters of a text would be left out of a field (UTF-16 code units, as `maxlength` counts them). */
function leftOut(field: Field, text: string): number {
  const selected = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
  const room = field.maxLength - (field.value.length - selected);
  return Math.max(0, text.replaceAll('\r\n', '\n').length - Math.max(0, room));
}

const wordsFor = (count: number, { maxLength }: Field) =>
  `${count === 1 ? '1 character was' : `${count} characters were`} left out: this field takes ${maxLength}.`;

/** Says so at the field until something else is typed there or it is left. The browser shows it, and screen readers read it. */
function say(field: Field, count: number): void {
  field.setCustomValidity(wordsFor(count, field));
  field.reportValidity();
  const end = () => {
    field.setCustomValidity('');
    for (const event of ['input', 'blur']) field.removeEventListener(event, end);
  };
  for (const event of ['input', 'blur']) field.addEventListener(event, end);
}

function beforeInput(event: InputEvent): void {
  const field = fieldOf(event);
  // While an input method composes, its text may still become shorter.
  if (!field || event.isComposing) return;
  const count = leftOut(field, event.data ?? event.dataTransfer?.getData('text/plain') ?? '');
  // The text is in the field, and its `input` event is over, when this is said.
  if (count > 0) setTimeout(() => say(field, count));
}

/** Tells of every text that is cut in this document, in all fields there are and will be. */
export function tellWhatIsCutOff(): void {
  document.addEventListener('beforeinput', beforeInput);
}
