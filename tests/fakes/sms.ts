/** The fake text provider, for the length of a test of vitest. */
import { onTestFinished } from 'vitest';
import { type FakeSms, openFakeSms } from './sms-provider.ts';

export type { FakeSms, TakenText, TextFault } from './sms-provider.ts';

/** Starts a provider on a free port; it ends with the test unless it is closed before. */
export async function startFakeSms(): Promise<FakeSms> {
  const fake = await openFakeSms();
  onTestFinished(fake.close);
  return fake;
}
