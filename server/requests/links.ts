/** The names, tokens and addresses of links. A link lets one recipient act on one request. */
import { brand } from '#brand/brand.ts';
import { agentPagePath } from '#contract/agent.ts';
import { mintId } from '#contract/reference.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import type { AgentLink } from './store-links.ts';

/**
 * The name on the link of an operator's address. With several addresses, each has its own link and its address in the name, so that the
 * others can read which of them has a request.
 */
export const operatorNameOf = (address: string, addresses: readonly string[]): string =>
  addresses.length > 1 ? `${brand.name} (${address})` : brand.name;

/**
 * Whether the name on an operator's link names an address that the operator still has. True also on a server without mail, which knows
 * no addresses, and for the brand's name alone, which names no address.
 */
export const isOperatorName = (name: string, addresses: readonly string[]): boolean =>
  addresses.length === 0 ||
  name === brand.name ||
  addresses.some((address) => name.toLowerCase() === `${brand.name} (${address})`.toLowerCase());

/**
 * The name of a link's owner as the dealership, the history and other programs see it. Only the operators see an operator's address.
 */
export const publicNameOf = ({ name, person_id }: Pick<AgentLink, 'name' | 'person_id'>): string =>
  person_id === null ? brand.name : name;

/** 132 bits in 22 characters: short enough for a text. */
const tokenLength = 22;

/** A link's token, computed from its id with the server's key: every try of a text has the same one, which is not stored. */
export const tokenOf = (keyed: KeyedHash, linkId: string): string =>
  keyed.of('agent-link', linkId).slice(0, tokenLength);

/**
 * The id of a new link. Its token ends in a letter or digit: some programs for texts and mails leave a dash or an underscore at the end of
 * an address out of what can be pressed, and the link would be dead.
 */
export function mintLinkId(keyed: KeyedHash): string {
  for (;;) {
    const id = mintId();
    if (/[0-9A-Za-z]$/.test(tokenOf(keyed, id))) return id;
  }
}

/** The hash of a token. It is stored with the link, so that the token finds it. */
export const hashOfToken = (keyed: KeyedHash, token: string): string => keyed.of('agent-link-token', token);

/** The URL of a link. The token is in the fragment, which browsers never send, so no log contains it. */
export const addressOf = (keyed: KeyedHash, publicUrl: string, linkId: string): string =>
  `${publicUrl}${agentPagePath}#${tokenOf(keyed, linkId)}`;
