/** The code that sends a form. It is fetched when somebody types or something waits to be sent; a form that is only looked at works without it. */
export { sendPressed } from './send-pressed.ts';
export { sendWaiting } from './send-waiting.ts';
