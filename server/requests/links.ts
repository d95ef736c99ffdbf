/** The links that let one recipient act on one request. */
import { agentPagePath } from '#contract/agent.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';

/** 132 bits in 22 characters: short enough for a text, and good for minutes only. */
const tokenLength = 22;

/**
 * The token of a link. It is made from the link's id with the server's key, so that every try of a text carries the same
 * one although it is stored nowhere.
 */
export const tokenOf = (keyed: KeyedHash, linkId: string): string =>
  keyed.of('agent-link', linkId).slice(0, tokenLength);

/** What is stored of a token, to find its link by. */
export const hashOfToken = (keyed: KeyedHash, token: string): string => keyed.of('agent-link-token', token);

/** A link's whole address. The token is in the fragment, which no browser sends and no log sees. */
export const addressOf = (keyed: KeyedHash, publicUrl: string, linkId: string): string =>
  `${publicUrl}${agentPagePath}#${tokenOf(keyed, linkId)}`;
