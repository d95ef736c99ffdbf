/** Tells a person why a server ended that could say nothing itself. */

/** The signals that ask a server to end. */
const asking = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * The sentence for a program that a signal ended.
 *
 * @param {NodeJS.Signals | null} signal
 * @returns {string | undefined} undefined when it ended by itself, or because somebody asked it to
 */
export function whyEnded(signal) {
  if (signal === null || asking.includes(signal)) return undefined;
  return signal === 'SIGKILL'
    ? 'The server was killed (SIGKILL): by a person, or by the system because memory ran out.'
    : `The server crashed (${signal}). It does so when it may open too few files: raise ulimit -n to 1024 or more.`;
}
