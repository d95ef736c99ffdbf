/**
 * The header that marks a refusal as our server's; its value is the status. A proxy, or the sign-in page of a network, may use the
 * same statuses but knows nothing of sessions, codes or requests. So pages believe only refusals with this mark.
 */
export const refusalHeader = 'boxline-refusal';
