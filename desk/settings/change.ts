/** How a part of the settings sends a change, and what it says when somebody else was first. */
import type { Callable, CallInput, Result } from '#client/lib/http.ts';
import { type SettingsView, viewSettings } from '#contract/desk/setting-endpoints.ts';
import { keepRead } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { sendDesk } from '../lib/send.ts';
import type { Say } from '../ui/Said.tsx';

/** What every part gets: where to speak, and how to begin its form anew from what stands. */
export interface PartTools {
  readonly onSaid: Say;
  readonly onBeginAnew: () => void;
}

export const somebodyElse =
  'Somebody else changed this meanwhile. What you see is how it stands now; make your change again if it still fits.';

type Answer = { readonly status: 200 | 409; readonly value: SettingsView };

/** Sends a change. Resolves to why it was not taken; to nothing when it was, or when somebody else was first, which is said. */
export async function sendSetting<E extends Callable>(
  endpoint: E,
  input: CallInput<E>,
  done: string,
  { onSaid, onBeginAnew }: PartTools,
): Promise<string | undefined> {
  const result = (await sendDesk(endpoint, input)) as Result<E>;
  if (result.kind !== 'ok') return failureText(result);
  const { status, value } = result as unknown as Answer;
  keepRead(viewSettings, {}, value);
  if (status === 200) onSaid('go', done);
  else {
    onSaid('note', somebodyElse);
    onBeginAnew();
  }
  return undefined;
}
