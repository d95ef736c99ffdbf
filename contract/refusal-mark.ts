/**
 * The header that marks a refusal as ours; its value is the status. A proxy, or the sign-in page of a network, refuses with the
 * same statuses but knows nothing of sessions, codes or requests. So pages believe only a refusal with this mark.
 */
export const refusalHeader = 'boxline-refusal';
