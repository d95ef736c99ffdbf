/** An erasure whose server dies after its line is in the erasures file and before its commit. */
import { expect } from 'vitest';
import { createPersonRequests, type PersonRequestOptions } from '#server/context/erasure.ts';
import type { PersonDesk } from './person.ts';

export const personRequestOptions = ({ context }: PersonDesk): PersonRequestOptions => {
  const { storage, audit, keyed, now, forms, config } = context;
  const onError = (error: unknown) => {
    throw error;
  };
  return { storage, audit, keyed, now, forms, file: config.erasuresFile, onError, onUnnoted: onError };
};

/** Starts to erase a lead on such a server. */
export async function dieBeforeCommit(server: PersonDesk, lead: string): Promise<void> {
  const dying = createPersonRequests({
    ...personRequestOptions(server),
    audit: {
      write: async (trx, entry) => {
        if (entry.action === 'records-erased') throw new Error('the server died');
        return server.context.audit.write(trx, entry);
      },
    },
  });
  const erasure = { items: [{ kind: 'lead', id: lead }], reason: 'asked', by: null } as const;
  await expect(dying.erase(erasure)).rejects.toThrow('the server died');
}
