/** How long a control that has just appeared ignores presses, in milliseconds. The second tap of a double tap comes sooner. */
export const settleMs = 600;
