/** The fake text provider, running as long as one Vitest test. */
import { onTestFinished } from 'vitest';
import { type FakeSms, openFakeSms } from './sms-provider.ts';

export type { TextFault } from './sms-provider.ts';

/** Starts a provider on a free port. It closes when the test ends, unless the test closes it before. */
export async function startFakeSms(): Promise<FakeSms> {
  const fake = await openFakeSms();
  onTestFinished(fake.close);
  return fake;
}
