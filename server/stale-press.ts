/**
 * Whether a press comes after a newer one, because it waited in the socket of a server that stood still or was sent again. The page says
 * what it saw; undefined when it does not say. Such a press changes nothing (docs/decisions/0226-a-switch-says-what-it-saw.md).
 */
export const isStale = <T>(seen: T | undefined, stands: T): boolean => seen !== undefined && seen !== stands;
