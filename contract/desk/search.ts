/** How long words may be that are looked for, in UTF-16 units: as long as a mail address, which is pasted (RFC 5321, 4.5.3.1.3). */
export const longestSearch = 254;
