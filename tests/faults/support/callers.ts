/** Callers that post leads without pause, keep posting when the server dies, and remember its answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { mintId, shortIdOf } from '#contract/reference.ts';
import { inquiryParams, intakeParams } from '../../support/answers.ts';
import type { Random } from '../../support/random.ts';
import { seededRandom } from '../../support/seeded.ts';
import { type Kind, type PostAnswer, post } from './post.ts';

/** One submission, however often it was posted. */
export interface Attempt {
  readonly id: string;
  readonly kind: Kind;
  /** Part of its answers and of no other attempt's. */
  readonly marker: string;
  /** The address of its confirmation. An amendment keeps the address of the first attempt. */
  readonly email: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The first attempt of the lead that this one amends. */
  readonly amends?: Attempt;
  /** Whether the server answered `OK` to it at least once. */
  acknowledged: boolean;
  posted: number;
}

export interface Callers {
  readonly attempts: readonly Attempt[];
  /** The answers that were neither `OK` nor a broken connection. */
  readonly surprises: readonly string[];
  /** Sends later posts to another server, or holds them while there is none. */
  pointAt(url: string | undefined): void;
  /** Resolves when every caller has finished its last post. */
  stop(): Promise<void>;
  /** Posts again every attempt whose fate is unknown. */
  settle(): Promise<void>;
}

const pauseMs = 30;

function newAttempt(random: Random, number: number, amends?: Attempt): Attempt {
  const id = mintId();
  const marker = `Store ${number} ${shortIdOf(id)}`;
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

/** @param onAcknowledged called at each `OK`, at the moment its caller gets it */
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

  /** Usually a new lead; else a known lead again, or changed answers for a first attempt. */
  function choose(): Attempt {
    const dice = random.next();
    const recent = attempts.slice(-40).filter(({ amends }) => !amends);
    const first = recent.length > 0 ? random.pick(recent) : undefined;
    if (first && dice < 0.1) return first;
    // An attempt is amended at most once, so that it is known which answers must hold in the end.
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
