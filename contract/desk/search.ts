/** The longest text to search for, in UTF-16 units: that of a mail address, which people paste (RFC 5321, 4.5.3.1.3). */
export const longestSearch = 254;
