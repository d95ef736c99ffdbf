/** The amount of work: little in `npm test`, all of it in `npm run test:faults`, which sets `FAULT_ROUNDS`. */
const asked = Number(process.env['FAULT_ROUNDS'] ?? 0);

/** Whether this is the long run. */
export const long = asked > 0;

/** The number of rounds: the given few, or as many as `FAULT_ROUNDS` asks for. */
export const rounds = (few: number): number => (long ? asked : few);

/** A time limit for a test that may do many rounds, in milliseconds. */
export const limitMs = (perRoundMs: number, few: number): number => 120_000 + rounds(few) * perRoundMs;
