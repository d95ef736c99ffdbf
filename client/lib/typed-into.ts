/** Whether a person types into a form: the focus is in a text field or a list of it. */
export function isTypedInto(form: HTMLFormElement | null | undefined): boolean {
  const { activeElement } = document;
  const isText = activeElement?.matches('textarea, select, input:not([type=checkbox], [type=radio])');
  return isText === true && (activeElement as HTMLInputElement).form === form;
}
