/** For how many days an operator can still look up a code, a link or a session that has ended. */
export const accessKeptFor = { deadCodeDays: 90, sessionDays: 1 } as const;
