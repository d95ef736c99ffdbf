/** The signature of the text provider's reports (Twilio, "Validating signatures"). Pure. */
import { createHmac } from 'node:crypto';
import { isSame } from '#server/keyed-hash.ts';

/** HMAC-SHA1 over the address and every parameter, sorted by name, each followed by its value. */
export function signatureOf(authToken: string, url: string, params: URLSearchParams): string {
  const names = [...new Set(params.keys())].sort();
  const signed = names.flatMap((name) => [...new Set(params.getAll(name))].sort().map((value) => name + value));
  return createHmac('sha1', authToken)
    .update(url + signed.join(''))
    .digest('base64');
}

const authority = /^(https?):\/\/([^/?#]*?)(:\d+)?(?=[/?#]|$)/;

/**
 * The ways in which the provider may have written an address that it signed: with the port and without, where the port is
 * the scheme's own unless the address names one. Its own validator takes both (twilio-node, `validateRequest`).
 */
function spellingsOf(url: string): string[] {
  const without = url.replace(authority, '$1://$2');
  const withPort = url.replace(
    authority,
    (_, scheme: string, host: string, port?: string) =>
      `${scheme}://${host}${port ?? (scheme === 'https' ? ':443' : ':80')}`,
  );
  return [without, withPort];
}

/** Whether the report was signed with our account's secret for exactly this address and these parameters. */
export function isSigned(authToken: string, url: string, params: URLSearchParams, signature: unknown): boolean {
  if (typeof signature !== 'string') return false;
  return spellingsOf(url).some((spelling) => isSame(signature, signatureOf(authToken, spelling, params)));
}
