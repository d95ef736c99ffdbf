/** Callers that post leads without pause, go through the server's deaths, and remember what they were told. */
import { setTimeout as sleep } from 'node:timers/promises';
import { mintId } from '#contract/reference.ts';
import { inquiryParams, intakeParams } from '../../support/answers.ts';
import type { Random } from '../../support/random.ts';
import { seededRandom } from '../../support/seeded.ts';
import { type Kind, type PostAnswer, post } from './post.ts';

/** One submission, however often it was posted. */
export interface Attempt {
  readonly id: string;
  readonly kind: Kind;
  /** Stands in its answers and in no other attempt's. */
  readonly marker: string;
  /** Where its confirmation goes. An amendment keeps the address of the first attempt. */
  readonly email: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The first attempt of the lead that this one amends. */
  readonly amends?: Attempt;
  /** Whether the server said `OK` to it at least once. */
  acknowledged: boolean;
  posted: number;
}

export interface Callers {
  readonly attempts: readonly Attempt[];
  /** Answers that were neither `OK` nor a broken connection. */
  readonly surprises: readonly string[];
  /** Posts to another server from now on, or waits while there is none. */
  pointAt(url: string | undefined): void;
  /** Resolves when every caller has ended what it does. */
  stop(): Promise<void>;
  /** Posts every attempt again whose fate is unknown. */
  settle(): Promise<void>;
}

const pauseMs = 30;

function newAttempt(random: Random, number: number, amends?: Attempt): Attempt {
  const id = mintId();
  const marker = `Store ${number} ${id.slice(0, 8)}`;
  const kind = amends?.kind ?? (random.chance(0.7) ? 'inquiry' : 'intake');
  const email = amends?.email ?? `store-${number}@dealers.example`;
  const params = {
    ...(kind === 'inquiry'
      ? inquiryParams({ dealership_name: marker, email })
      : intakeParams({ business_name: marker, business_email: email })),
    submission_id: id,
    ...(amends && { amends: amends.id }),
  };
  return { id, kind, marker, email, params, ...(amends && { amends }), acknowledged: false, posted: 0 };
}

/**
 * @param onAcknowledged hears of each `OK`, in the moment its caller does
 */
export function startCallers(count: number, onAcknowledged: (attempt: Attempt) => void = () => {}): Callers {
  const random = seededRandom();
  const attempts: Attempt[] = [];
  const surprises: string[] = [];
  const amended = new Set<Attempt>();
  let url: string | undefined;
  let stopping = false;

  function create(amends?: Attempt): Attempt {
    const attempt = newAttempt(random, attempts.length, amends);
    attempts.push(attempt);
    return attempt;
  }

  /** A new lead mostly; else one that is known again, or other answers for a first attempt. */
  function choose(): Attempt {
    const dice = random.next();
    const recent = attempts.slice(-40).filter(({ amends }) => !amends);
    const first = recent.length > 0 ? random.pick(recent) : undefined;
    if (first && dice < 0.1) return first;
    // An attempt is amended once, so that which answers hold in the end is known.
    if (!first || dice > 0.25 || amended.has(first)) return create();
    amended.add(first);
    return create(first);
  }

  async function send(attempt: Attempt, to: string): Promise<void> {
    attempt.posted += 1;
    let answer: PostAnswer;
    try {
      answer = await post(to, attempt.kind, attempt.params);
    } catch {
      return; // The server died, or its answer was lost: the fate of the attempt is unknown.
    }
    if (answer.status === 200 && answer.text === 'OK') {
      attempt.acknowledged = true;
      onAcknowledged(attempt);
    } else surprises.push(`${answer.status} ${answer.text}`);
  }

  async function call(): Promise<void> {
    while (!stopping) {
      if (url !== undefined) await send(choose(), url);
      await sleep(pauseMs * random.next());
    }
  }

  const running = Promise.all(Array.from({ length: count }, call));
  return {
    attempts,
    surprises,
    pointAt(next) {
      url = next;
    },
    async stop() {
      stopping = true;
      await running;
    },
    async settle() {
      for (const attempt of attempts) if (!attempt.acknowledged && url !== undefined) await send(attempt, url);
    },
  };
}
