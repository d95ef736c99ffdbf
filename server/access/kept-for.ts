/** How long an operator can look up a code or link that opens nothing any more, and a session that ran out, in days. */
export const accessKeptFor = { deadCodeDays: 90, sessionDays: 1 } as const;
