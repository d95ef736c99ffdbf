/** The links that let one recipient act on one request. */
import { brand } from '#brand/brand.ts';
import { agentPagePath } from '#contract/agent.ts';
import type { Config } from '#server/config.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import type { AgentLink } from './store-links.ts';

/**
 * The name on the link of an operator's address. With several addresses each has its own link, so that the others can read which of them
 * has a request. A single address needs no address beside the name.
 */
export const operatorNameOf = (address: string, addresses: readonly string[]): string =>
  addresses.length > 1 ? `${brand.name} (${address})` : brand.name;

/** The addresses of the operator. */
export const operatorAddresses = ({ smtp }: Pick<Config, 'smtp'>): readonly string[] =>
  smtp ? [smtp.to, ...smtp.also] : [];

/**
 * Whether the name on an operator's link is that of an address which the operator still has. A server without mail knows no addresses,
 * and the brand's name alone contains none; both count as yes.
 */
export const isOperatorName = (name: string, addresses: readonly string[]): boolean =>
  addresses.length === 0 ||
  name === brand.name ||
  addresses.some((address) => name.toLowerCase() === `${brand.name} (${address})`.toLowerCase());

/**
 * The name of a link's owner for everybody: the dealership, the history, other programs. Only the operators see an operator's address.
 */
export const publicNameOf = ({ name, person_id }: Pick<AgentLink, 'name' | 'person_id'>): string =>
  person_id === null ? brand.name : name;

/** 132 bits in 22 characters: short enough for a text. */
const tokenLength = 22;

/**
 * The token of a link. It is computed from the link's id with the server's key, so every try of a text carries the same token although
 * it is not stored.
 */
export const tokenOf = (keyed: KeyedHash, linkId: string): string =>
  keyed.of('agent-link', linkId).slice(0, tokenLength);

/** What is stored of a token, to find its link by. */
export const hashOfToken = (keyed: KeyedHash, token: string): string => keyed.of('agent-link-token', token);

/** A link's whole address. The token is in the fragment, which no browser sends and no log sees. */
export const addressOf = (keyed: KeyedHash, publicUrl: string, linkId: string): string =>
  `${publicUrl}${agentPagePath}#${tokenOf(keyed, linkId)}`;
