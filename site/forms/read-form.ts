/** Reads answers from a form's controls, and writes answers into them. */
import { checkAnswers } from '#contract/answers.ts';
import type { Answers, Field } from '#contract/fields.ts';
import type { Typed } from './sending/drafts.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The controls of one field: one, or a box for each option. */
function controlsOf(form: HTMLFormElement, field: Field): Control[] {
  const found = form.elements.namedItem(field.name);
  const controls = found instanceof RadioNodeList ? [...found] : found ? [found] : [];
  return controls as Control[];
}

const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === 'checkbox';

function readField(controls: Control[], field: Field): string | string[] | boolean {
  const ticked = controls.filter((control) => isTick(control) && control.checked);
  if (field.kind === 'tick') return ticked.length > 0;
  if (field.kind === 'many') return ticked.map(({ value }) => value);
  return controls[0]?.value ?? '';
}

/** What the form holds, exactly as typed. A disabled control counts: it shows an answer that follows another. */
export const readForm = (form: HTMLFormElement, fields: readonly Field[]): Answers =>
  Object.fromEntries(fields.map((field) => [field.name, readField(controlsOf(form, field), field)]));

/** The form's answers as typed, and as they would be sent. When the answers do not pass the checks, both are as typed. */
export function readTyped(form: HTMLFormElement, fields: readonly Field[]): Typed {
  const answers = readForm(form, fields);
  const checked = checkAnswers(fields, answers);
  return { answers, sendable: checked.ok ? checked.answers : answers };
}

/** Whether anything was answered. */
export const isAnswered = (answers: Answers): boolean =>
  Object.values(answers).some((answer) =>
    Array.isArray(answer) ? answer.length > 0 : answer !== '' && answer !== false,
  );

const isUntouched = (control: Control): boolean => (isTick(control) ? !control.checked : control.value === '');

function writeControl(control: Control, answer: Answers[string]): void {
  if (isTick(control)) {
    control.checked = Array.isArray(answer) ? answer.includes(control.value) : answer === true;
  } else {
    control.value = typeof answer === 'string' ? answer : '';
    // The select may have lost the option since the answer was kept. Then choose the empty option.
    control.value ||= '';
  }
}

/** Puts answers into the form. `onlyUntouched` keeps what was typed before the page's script ran, or what the browser restored. */
export function writeForm(
  form: HTMLFormElement,
  fields: readonly Field[],
  answers: Answers,
  { onlyUntouched }: { onlyUntouched: boolean },
): void {
  for (const field of fields) {
    const answer = answers[field.name];
    if (answer === undefined) continue;
    for (const control of controlsOf(form, field)) {
      if (!onlyUntouched || isUntouched(control)) writeControl(control, answer);
    }
  }
}
