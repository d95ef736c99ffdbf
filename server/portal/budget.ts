/**
 * How many wrong codes may be tried. Two budgets bound the guesses at one code, whoever makes them and from however many
 * addresses: one of the code's selector, for everybody, and one of each place that the code was used from rightly, so
 * that a dealership gets in while somebody else spends its selector's budget. docs/security.md computes the odds. Pure.
 */

/** So many wrong tries at once, and then one more every `refillMs`. */
export interface Budget {
  readonly burst: number;
  readonly refillMs: number;
}

export const selectorBudget: Budget = { burst: 50_000, refillMs: 3 * 60_000 };
export const placeBudget: Budget = { burst: 20, refillMs: 60 * 60_000 };

/** The places of a code that have a budget: the ones where it was used last. */
export const placesPerCode = 12;

/** A place that has not used its code for so long is forgotten; what it tried is paid for long before. */
export const placeKeptMs = 90 * 24 * 60 * 60_000;

/** The most tries that a budget allows in a span. */
export const triesIn = ({ burst, refillMs }: Budget, spanMs: number): number => burst + spanMs / refillMs;

/**
 * How long until one more try is allowed; 0 for at once.
 *
 * A budget is kept as one number (the generic cell rate algorithm): the time until which its tries are paid for. A wrong
 * try pays `refillMs`; what lies further ahead than the burst is debt.
 */
export const waitMsOf = ({ burst, refillMs }: Budget, paidUntilMs: number, nowMs: number): number =>
  Math.max(0, paidUntilMs - nowMs - (burst - 1) * refillMs);
