/**
 * Two words that the dealership's card and the finance manager's screen both show. People compare them before AnyDesk is opened: a caller
 * who does not know them is not from us. They are computed from the request with the server's key, so they need not be stored and nobody
 * can compute them from outside.
 */
import type { KeyedHash } from '#server/keyed-hash.ts';
import type { AgentRequest } from './store.ts';

type WordsRow = Pick<AgentRequest, 'id' | 'accepted_link_id' | 'reopened_at' | 'ended_at'>;

/** Short, plain words that are hard to mishear: no two sound alike, and none has a meaning in a deal. */
export const plainWords = `
  acorn anchor apple arrow autumn badger bamboo banner barrel basket beacon beaver bicycle blanket bottle breeze
  bridge bronze bucket butter button cabin camera candle canyon carpet castle cedar circle clover coffee
  comet copper coral cricket daisy desert dolphin dragon eagle echo elbow engine falcon
  feather fiddle forest fossil fountain garden ginger glacier guitar hammer harbor hazel helmet heron honey island
  jacket jasmine jungle kettle kitchen ladder lantern lemon lizard magnet mango maple marble meadow mirror
  mountain mushroom needle nickel ocean olive onion orchard otter oyster paddle panda paper parrot
  pebble pencil pepper piano pillow planet pocket pumpkin puzzle quilt rabbit raven ribbon river robin rocket
  saddle salmon silver spider spring squirrel summer sunset table teapot thunder tiger timber tomato
`
  .trim()
  .split(/\s+/);

/**
 * The two words of a request that somebody has, which always differ from each other; null for any other request. Whoever takes it next has
 * others, so those of a person who may not go on are worth nothing. A request that was opened again gets new ones too.
 */
export function wordsOf(
  keyed: KeyedHash,
  { id, accepted_link_id: holder, reopened_at, ended_at }: WordsRow,
): [string, string] | null {
  if (holder === null || ended_at !== null) return null;
  const bytes = Buffer.from(keyed.of('request-words', `${id} ${holder} ${reopened_at ?? ''}`), 'base64url');
  const first = bytes.readUInt32BE(0) % plainWords.length;
  // The second word is chosen among the others, so it is never the first one again.
  const second = (first + 1 + (bytes.readUInt32BE(4) % (plainWords.length - 1))) % plainWords.length;
  return [plainWords[first] ?? '', plainWords[second] ?? ''];
}
