/** How long after a press a footer's legal link scrolls to the top, in milliseconds (S9). Its own file: all pages carry it. */
export const footerScrollMs = 100;
