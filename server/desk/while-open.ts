import type { Refusal } from '#server/http/refusal.ts';
import { SessionOverError } from '#server/sign-in/service.ts';

/** What a session asks that has ended since it was found is refused as every later call of it. */
export async function whileOpen<T>(refuse: (name: 'signedOut') => Refusal, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof SessionOverError ? refuse('signedOut') : error;
  }
}
