/**
 * How long a control that has just appeared ignores presses, in milliseconds. It is longer than the time between the two taps of a
 * double tap.
 */
export const settleMs = 600;
