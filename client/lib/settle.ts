/** For how long what has just appeared does not act on a press, in milliseconds. The second tap of a double tap comes sooner. */
export const settleMs = 600;
