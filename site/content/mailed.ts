/**
 * What is said of the mail that confirms a form. Whether it is sent is decided while the form is stored: an address gets one for each
 * form, and no more in a day than the server's limit allows. The page is told `OK` either way, so these words are true in each case.
 *
 * @param to the address in words
 */
export const mailedTo = (to: string): string =>
  `We also mail your reference to ${to}, unless that address has had a mail about this form already, or several mails from us today.`;
