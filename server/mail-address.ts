/** One address without anything that a header or an envelope could read as more (RFC 5322 3.4.1, no quoted local part). */
const oneAddress = /^[^\s<>(),;:@"\\[\]\p{Cc}\p{Cf}]+@[^\s<>(),;:@"\\[\]\p{Cc}\p{Cf}]+$/u;

/** Longest address that SMTP carries, in characters (RFC 5321 4.5.3.1). */
const longest = 254;

/** Whether the text is exactly one address that may become a recipient or a Reply-To. */
export const isOneAddress = (text: string): boolean => text.length <= longest && oneAddress.test(text);
