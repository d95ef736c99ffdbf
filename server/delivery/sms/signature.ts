/** The signature of the text provider's reports (Twilio, "Validating signatures"). Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA1 over the address and every parameter, sorted by name, each followed by its value. */
export function signatureOf(authToken: string, url: string, params: URLSearchParams): string {
  const names = [...new Set(params.keys())].sort();
  const signed = names.flatMap((name) => [...new Set(params.getAll(name))].sort().map((value) => name + value));
  return createHmac('sha1', authToken)
    .update(url + signed.join(''))
    .digest('base64');
}

/** Whether the report was signed with our account's secret for exactly this address and these parameters. */
export function isSigned(authToken: string, url: string, params: URLSearchParams, signature: unknown): boolean {
  if (typeof signature !== 'string') return false;
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(authToken, url, params))];
  return given.length === right.length && timingSafeEqual(given, right);
}
