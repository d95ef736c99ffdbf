/** Calls that reach the desk without a request. The figures count them separately from requests. */
import type { CallBody } from '#contract/desk/board-endpoints.ts';
import { cleanAdditionalInfo } from '#contract/free-text.ts';
import { referenceOf } from '#contract/reference.ts';
import type { AuditLog } from '#server/audit/service.ts';
import { changed } from '#server/changes/service.ts';
import { dialectOf } from '#server/database/open.ts';
import { findDealership } from '#server/dealerships/service.ts';
import type { Environment } from '#server/environment.ts';
import { writeSearchText } from '#server/search/service.ts';
import type { PersonActing } from './actor.ts';
import { findCall, insertCall, type LoggedCall } from './store-calls.ts';

/** `replayed`: the same person had logged the same call under this id. `id-taken`: the id is another call's. Neither writes anything. */
type CallOutcome =
  | { readonly outcome: 'logged' | 'replayed'; readonly call: LoggedCall }
  | { readonly outcome: 'id-taken' | 'no-dealership' };

interface CallsOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly audit: AuditLog;
}

/** Whether a press carries the same values as the call that was logged under its id. */
const isSameCall = (call: LoggedCall, { dealershipId, requestType, disposition, minutes }: CallBody, note: string) =>
  call.dealership_id === dealershipId &&
  call.request_type === requestType &&
  call.disposition === disposition &&
  call.minutes === minutes &&
  call.note === note;

export function createCalls({ storage, audit, now }: CallsOptions) {
  return {
    /** Logs a call, once for each id. When it resolves, it is on disk. */
    log: (body: CallBody, { personId, name }: PersonActing): Promise<CallOutcome> =>
      storage.transaction(async (trx): Promise<CallOutcome> => {
        const { id, dealershipId, requestType, disposition, minutes } = body;
        const note = cleanAdditionalInfo(body.note);
        await dialectOf(trx).lock(trx, [`call ${id}`]);
        const known = await findCall(trx, id);
        if (known) {
          const same = isSameCall(known, body, note) && known.person_id === personId;
          return same ? { outcome: 'replayed', call: known } : { outcome: 'id-taken' };
        }
        const dealership = await findDealership(trx, dealershipId);
        if (!dealership) return { outcome: 'no-dealership' };
        const call = {
          id,
          reference: referenceOf(id),
          dealership_id: dealership.id,
          dealership_name: dealership.name,
          request_type: requestType,
          note,
          disposition,
          minutes,
          person_id: personId,
          logged_by: name,
          created_at: now().toISOString(),
          notes_erased_at: null,
          erased_at: null,
        };
        await insertCall(trx, call);
        if (note !== '') await writeSearchText(trx, 'call', id, note);
        await changed(trx, 'board', id);
        await audit.write(trx, { by: personId, action: 'call-logged', about: [{ kind: 'call', id }] });
        return { outcome: 'logged', call };
      }),
  };
}
