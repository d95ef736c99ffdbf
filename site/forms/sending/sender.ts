/** The code that sends a form. It is fetched when somebody types or something waits to be sent; a form that is only looked at works without it. */
export { sendPressed } from './send-pressed.ts';
export { sendWaiting } from './send-waiting.ts';

/** Runs a task again and again. The returned function ends that. */
export function repeat(periodMs: number, task: () => void): () => void {
  const timer = setInterval(task, periodMs);
  return () => clearInterval(timer);
}
