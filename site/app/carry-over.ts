/**
 * Takes what a person typed into the served document, and the focus, to the fields that stand in the place of the old ones.
 * React draws the whole page anew when something else changed the document before it took over: a translator, an extension.
 *
 * @param fields of the served document
 * @param focused what had the focus in it
 */
export function carryOver(fields: Iterable<HTMLInputElement>, focused: Element | null): void {
  for (const field of fields) {
    const made = document.getElementById(field.id) as HTMLInputElement | null;
    if (!made || made === field) continue;
    if (field === focused) made.focus({ preventScroll: true });
    const { checked, value } = made;
    made.checked ||= field.checked;
    made.value ||= field.value;
    if (made.checked === checked && made.value === value) continue;
    made.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
