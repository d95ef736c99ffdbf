/** The amount of work: little in `npm test`, all of it in `npm run test:faults`, which sets `FAULT_ROUNDS`. */
const asked = Number(process.env['FAULT_ROUNDS'] ?? 0);

/** Whether this is the long run. */
export const long = asked > 0;

/** The time by which the rounds should have ended, in milliseconds since 1970. `.ci/run` sets it, in seconds. */
export const untilMs = Number(process.env['FAULTS_UNTIL'] ?? Number.POSITIVE_INFINITY) * 1000;

/** What a hundred rounds of every test take on two cores, in milliseconds. */
const allRoundsMs = 25 * 60_000;

/** The part of the rounds for which there is time: a slow machine begins them late, and plays 15 of a hundred at least. */
const part = Math.min(1, Math.max(0.15, (untilMs - Date.now()) / allRoundsMs));

/** How often to do what is not counted in `FAULT_ROUNDS`: few times, or in the long run as many as time allows. */
export const times = (few: number, many: number): number => (long ? Math.max(few, Math.round(many * part)) : few);

/** The number of rounds: the given few, or as many as `FAULT_ROUNDS` asks for and time allows. */
export const rounds = (few: number): number => times(few, asked);

/** A time limit for a test that may do many rounds, in milliseconds. */
export const limitMs = (perRoundMs: number, few: number): number => 120_000 + rounds(few) * perRoundMs;
