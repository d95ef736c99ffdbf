/** The signature of the text provider's reports (Twilio, "Validating signatures"). Pure. */
import { createHmac } from 'node:crypto';
import { isSame } from '#server/keyed-hash.ts';

/** HMAC-SHA1, in base64, over the URL and every parameter, sorted by name, each name followed by its value. */
export function signatureOf(authToken: string, url: string, params: URLSearchParams): string {
  // `getAll` reads every parameter for each name, which takes a second for the names that fit into a report.
  const byName = Map.groupBy(params, ([name]) => name);
  const signed = [...byName.keys()].sort().flatMap((name) => {
    const values = new Set(byName.get(name)?.map(([, value]) => value));
    return [...values].sort().map((value) => name + value);
  });
  return createHmac('sha1', authToken)
    .update(url + signed.join(''))
    .digest('base64');
}

const authority = /^(https?):\/\/([^/?#]*?)(:\d+)?(?=[/?#]|$)/;

/**
 * The two ways in which the provider may have written the URL that it signed: without the port, and with it. The port is the URL's, or
 * else the scheme's default. The provider's own validator takes both (twilio-node, `validateRequest`).
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
