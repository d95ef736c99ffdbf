/**
 * A link that writes to an address which was checked to be one. An address may hold what means something else in a link: a
 * question mark begins the copies, the subject and the text.
 */
export const mailLink = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`;
