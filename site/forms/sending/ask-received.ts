import { exchange } from '#client/lib/http.ts';
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
  const query = new URLSearchParams({ submission_id: submissionId });
  const response = await exchange(fetch, `${receivedPath}?${query.toString()}`);
  if (response?.status !== 200) throw new Error(`The server answered ${response?.status ?? 'nothing'}`);
  const { received } = Object(JSON.parse(response.text)) as { received?: unknown };
  if (typeof received !== 'boolean') throw new Error('The server answered something else');
  return received;
};
