/** An audit log for tests, with a clock of their own. */
import type { Storage } from '#server/database/open.ts';
import { createKeyedHash } from '#server/keyed-hash.ts';
import { type AuditOptions, createAudit, type NewAuditEntry } from './service.ts';

export const testKey = createKeyedHash('a key for tests');

/** An entry for tests that do not depend on what it says. */
export const someEntry = (id: string, by: string | null = 'p'): NewAuditEntry => ({
  by,
  action: 'person-edited',
  about: [{ kind: 'person', id }],
  detail: { fields: ['phone'] },
});

export function testAudit(storage: Storage, overrides: Partial<AuditOptions> = {}) {
  const clock = { at: new Date('2026-11-21T21:06:00.000Z') };
  const heads: string[] = [];
  const mails: { readonly subjectId: string; readonly recipient: string }[] = [];
  const audit = createAudit({
    storage,
    keyed: testKey,
    now: () => clock.at,
    delivery: {
      can: { mail: true, sms: false },
      enqueue: async (_trx, { subjectId, recipient }) => void mails.push({ subjectId, recipient }),
      wake: () => {},
    },
    mailTo: async () => ['admin@desk.example'],
    onHead: (head) => void heads.push(head),
    onError: (error) => {
      throw error;
    },
    ...overrides,
  });
  return {
    audit,
    clock,
    heads,
    mails,
    add: (entry: NewAuditEntry) => storage.transaction((trx) => audit.write(trx, entry)),
    pass: (ms: number) => {
      clock.at = new Date(clock.at.getTime() + ms);
    },
  };
}
