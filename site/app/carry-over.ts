/**
 * Copies what a person typed into the served document, and the focus, to the new fields with the same ids. Needed because React
 * draws the whole page anew when a translator or an extension changed the document before React took over.
 *
 * @param fields the fields of the served document
 * @param focused the element of the served document that had the focus
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
