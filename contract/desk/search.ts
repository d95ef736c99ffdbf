/** The longest search text, in UTF-16 units: the length of a mail address, which people paste (RFC 5321, 4.5.3.1.3). */
export const longestSearch = 254;
