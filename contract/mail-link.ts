/**
 * A link that writes a mail to an address that was checked before. The address is encoded, because some of its characters have
 * another meaning in a link: copies, subject and text follow a question mark.
 */
export const mailLink = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`;
