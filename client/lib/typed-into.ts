/** Whether a person types into a field: the focus is in one. A box to tick or a list is none. */
export const isTypedInto = (): boolean => document.activeElement?.matches(':read-write') === true;
