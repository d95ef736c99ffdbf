/**
 * The header that marks a refusal as ours, with its status as value. A proxy or the sign-in of a network refuses with the same
 * statuses, and knows nothing of sessions, codes or requests: only what is marked may be believed.
 */
export const refusalHeader = 'boxline-refusal';
