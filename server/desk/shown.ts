/** Shows a record to somebody at the desk once the audit log says that they opened it. */

import type { AuditSubject } from '#server/audit/service.ts';
import { runWithoutCaller } from '#server/caller.ts';
import type { Context } from '#server/context.ts';
import type { StaffCaller } from '#server/sign-in/service.ts';

/** Whom a record is shown to, and what is thrown when there is none. */
export interface ShownTo {
  readonly caller: StaffCaller;
  refuse(why: 'notFound'): Error;
}

/**
 * Returns a function that reads a record and notes that the caller opens it. A record that is erased in between is read again, so it
 * is not noted as opened and not shown. When there is no such record, nothing is noted and the refusal is thrown. `made`: the record is
 * the answer to a change that the caller has made. It is noted then also when their session has ended since, because a refusal would say
 * that nothing was changed.
 *
 * @param about the kind of the records, or what the entry is about
 */
export const createShow =
  <Shown>(
    { audit, erasure }: Pick<Context, 'audit' | 'erasure'>,
    about: AuditSubject['kind'] | ((shown: Shown) => AuditSubject),
    read: (id: string, caller: StaffCaller) => Promise<Shown | undefined>,
  ) =>
  async (id: string, { caller, refuse }: ShownTo, made = false): Promise<Shown> => {
    const found = await erasure.readAudited(
      () => read(id, caller),
      async (shown, checkCurrent) => {
        if (shown === undefined) return;
        const subject = typeof about === 'function' ? about(shown) : { kind: about, id };
        const note = () => audit.opened(caller, subject, checkCurrent);
        await (made ? runWithoutCaller(note) : note());
      },
    );
    if (found === undefined) throw refuse('notFound');
    return found;
  };
