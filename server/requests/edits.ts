/** Edits of a request at the desk that are not steps: of the deal, the jacket and the store sheet. */
import type { SheetPatch } from '#contract/desk/record-schemas.ts';
import type { AuditLog } from '#server/audit/service.ts';
import { changed } from '#server/changes/service.ts';
import type { Trx } from '#server/database/open.ts';
import { changeSheet } from '#server/dealerships/service.ts';
import type { Environment } from '#server/environment.ts';
import type { PersonActing } from './actor.ts';
import { type DealChange, writeDeal } from './deal.ts';
import { type TickInput, writeTick } from './jacket.ts';
import { isCertain, wasTaken } from './policy.ts';
import type { Change } from './press.ts';
import { type AgentRequest, findRequest, lockRequest } from './store.ts';
import { findCall } from './store-calls.ts';

/**
 * `conflict`: somebody changed the same part meanwhile, or the request cannot be edited (nobody has had it yet, its dealership
 * is not certain, or it does not exist). `erased`: the request, or the sheet's dealership, was erased and takes no edits.
 * `notesErased`: the notes of the request were erased, and it takes no new one.
 */
export type EditOutcome = 'written' | 'conflict' | 'invalid' | 'erased' | 'notesErased';

interface EditsOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly audit: AuditLog;
  readonly change: Change;
}

export function createEdits({ storage, audit, now, change }: EditsOptions) {
  /** Runs an edit of a request that somebody has accepted once. `same`: everything was so already, and nothing was written. */
  async function edit(
    id: string,
    kind: 'deal' | 'jacket',
    work: (trx: Trx, request: AgentRequest, at: Date) => Promise<EditOutcome | 'same'>,
  ): Promise<EditOutcome> {
    let became = 'conflict' as EditOutcome | 'same';
    await change(id, kind, async (trx, at) => {
      await lockRequest(trx, id);
      const request = await findRequest(trx, id);
      if (!request || !wasTaken(request)) became = 'conflict';
      else became = request.erased_at === null ? await work(trx, request, at) : 'erased';
      return became === 'written';
    });
    return became === 'same' ? 'written' : became;
  }

  return {
    /** Changes the fields of the deal that the patch names. */
    editDeal: (id: string, person: PersonActing, deal: Omit<DealChange, 'by'>): Promise<EditOutcome> =>
      edit(id, 'deal', async (trx, request, at) => {
        if (request.notes_erased_at !== null && deal.patch.note) return 'notesErased';
        const fields = await writeDeal(trx, id, { ...deal, by: person.name }, at);
        if (!fields) return 'conflict';
        if (fields.length === 0) return 'same';
        const about = [{ kind: 'request', id }] as const;
        await audit.write(trx, { by: person.personId, action: 'deal-edited', about, detail: { fields } });
        return 'written';
      }),

    /** Ticks an item of the jacket, or takes its tick away. */
    tick: (id: string, person: PersonActing, tick: TickInput): Promise<EditOutcome> =>
      edit(id, 'jacket', async (trx, _request, at) => {
        const became = await writeTick(trx, id, tick, person, at);
        if (became === 'changed') return 'conflict';
        if (became === 'unknown-item') return 'invalid';
        if (became === 'same') return 'same';
        await audit.write(trx, {
          by: person.personId,
          action: tick.ticked ? 'jacket-ticked' : 'jacket-unticked',
          about: [{ kind: 'request', id }],
          detail: { item: tick.item },
        });
        return 'written';
      }),

    /** Changes the store sheet of the dealership that a request or a call is from. */
    editSheet: (
      id: string,
      person: PersonActing,
      { version, patch }: { readonly version: number; readonly patch: SheetPatch },
    ): Promise<EditOutcome> =>
      storage.transaction(async (trx): Promise<EditOutcome> => {
        const request = await findRequest(trx, id);
        if (request && !(wasTaken(request) && isCertain(request))) return 'conflict';
        const dealershipId = request?.dealership_id ?? (await findCall(trx, id))?.dealership_id;
        if (dealershipId === undefined) return 'conflict';
        const became = await changeSheet(trx, {
          dealershipId,
          version,
          patch,
          by: person.name,
          byId: person.personId,
          at: now(),
        });
        if (became === 'changed') return 'conflict';
        if (became === 'erased') return 'erased';
        if (became !== 'written') return became === 'same' ? 'written' : 'invalid';
        // Every record of this dealership that is open on a console shows the sheet.
        await changed(trx, 'board');
        await audit.write(trx, {
          by: person.personId,
          action: 'sheet-edited',
          about: [{ kind: 'dealership', id: dealershipId }],
          detail: { fields: Object.keys(patch) },
        });
        return 'written';
      }),
  };
}
