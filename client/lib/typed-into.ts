/** Whether a person is typing: the focus is in an editable field. Checkboxes and lists do not count. */
export const isTypedInto = (): boolean => document.activeElement?.matches(':read-write') === true;
