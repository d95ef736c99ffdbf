import { exchange } from '#client/lib/exchange.ts';
import { readJson } from '#client/lib/storage.ts';
import { receivedPath } from '#contract/send.ts';
import { readRuntime } from '../../runtime.ts';

/**
 * Whether the server has the submission with this id; `undefined` when answers go to another provider, which cannot be asked.
 * Rejects when there is no usable response.
 */
export async function askReceived(submissionId: string): Promise<boolean | undefined> {
  if (readRuntime().mail.origin !== '') return undefined;
  const response = await exchange(fetch, `${receivedPath}?submission_id=${submissionId}`);
  const { received } = Object(readJson(response?.text)) as { received?: unknown };
  if (typeof received !== 'boolean') throw new Error(`The server answered ${response?.status ?? 'nothing'}`);
  return received;
}
