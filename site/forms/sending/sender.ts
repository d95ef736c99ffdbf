/** What sends. It is fetched when something is typed or waits: a form that is only looked at does without it. */
export { sendPressed } from './send-pressed.ts';
export { sendWaiting } from './send-waiting.ts';
