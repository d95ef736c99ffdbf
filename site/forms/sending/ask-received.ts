import { receivedPath } from '#contract/send.ts';
import { readRuntime } from '../../runtime.ts';

/**
 * Whether the server has the submission of an id; `undefined` when the answers go to another provider, which cannot be asked.
 * Rejects when there is no usable answer.
 */
export type AskReceived = (submissionId: string) => Promise<boolean | undefined>;

export const askReceived: AskReceived = async (submissionId) => {
  const { origin } = readRuntime().mail;
  if (origin !== '') return undefined;
  const answer = await fetch(`${receivedPath}?${new URLSearchParams({ submission_id: submissionId }).toString()}`);
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
  const { received } = Object(await answer.json()) as { received?: unknown };
  if (typeof received !== 'boolean') throw new Error('The server answered something else');
  return received;
};
