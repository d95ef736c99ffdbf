import type { Refusal } from '#server/http/refusal.ts';
import { SessionOverError } from '#server/sign-in/service.ts';

/** Refuses a request whose session ended after it was found, in the same way as every later call of that session. */
export async function whileOpen<T>(refuse: (name: 'signedOut') => Refusal, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof SessionOverError ? refuse('signedOut') : error;
  }
}
