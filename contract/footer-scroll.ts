/**
 * How long after a press a legal link of the footer scrolls to the top, in milliseconds (S9). In a file of its own, because every
 * page carries it.
 */
export const footerScrollMs = 100;
