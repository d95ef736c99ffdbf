/** After how long a legal link of the footer scrolls to the top, in milliseconds (S9). Apart, because every page carries it. */
export const footerScrollMs = 100;
