/** The refusals that every list of the desk may give. */
export const listRefusals = {
  badCursor: { status: 422, text: 'This part of the list cannot be read. Load the list again.' },
} as const;
