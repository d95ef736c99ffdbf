/**
 * A link that writes a mail to an address that was checked before. An address may hold characters with another meaning in a link:
 * after a question mark come copies, subject and text.
 */
export const mailLink = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`;
