/** Reads requests, and sends the actions of finance managers. */
import type { SheetFieldName } from '#contract/desk/board.ts';
import {
  changeDeal,
  changeSheet,
  type DeskStep,
  deskDone,
  handOffRequest,
  plainDeskSteps,
  tickJacket,
  viewBoard,
  viewDeskRequest,
} from '#contract/desk/board-endpoints.ts';
import type { Board } from '#contract/desk/board-schemas.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import type { DealPatch, HandOffBody, RequestRecord } from '#contract/desk/record-schemas.ts';
import { keepRead, keyOf, queryClient, useRead } from '../lib/read.ts';
import { createSender, createSharedPromises } from '../lib/send.ts';
import { currentPersonId } from '../lib/session.ts';
import type { DoneForm } from './deal-form.ts';
import type { Sent } from './sent.ts';

export const useBoard = () => useRead(viewBoard, {}, { topics: readTopics.viewBoard });

export const useRecord = (id: string) =>
  useRead(viewDeskRequest, { params: { id } }, { topics: (record) => readTopics.viewDeskRequest(id, record) });

const { send } = createSender<RequestRecord>((record) =>
  keepRead(viewDeskRequest, { params: { id: record.id } }, record),
);

/**
 * The version of a request that this console shows: of its record or of its row on the board, whichever is newer. Undefined when it
 * shows neither. A press that arrives late is told from a new one by it.
 */
function seenOf(id: string): number | undefined {
  const record = queryClient.getQueryData<RequestRecord>(keyOf(viewDeskRequest, { params: { id } }));
  const board = queryClient.getQueryData<Board>(keyOf(viewBoard, {}));
  const rows = board ? [...board.waiting, ...board.running, ...board.finished] : [];
  const versions = [record, ...rows.filter((row) => row.id === id)].flatMap((shown) => shown?.version ?? []);
  return versions.length > 0 ? Math.max(...versions) : undefined;
}

const shared = createSharedPromises<Sent>();

/** Sends a step. A second press of it while the first is under way gets the same promise, also when the request has changed between. */
const once = (step: string, send: () => Promise<Sent>): Promise<Sent> => shared(`${currentPersonId()} ${step}`, send);

/** Sends a step that has no body. */
export const sendStep = (id: string, step: DeskStep): Promise<Sent> =>
  once(`${id} ${step}`, () => send(plainDeskSteps[step], { params: { id }, body: { seen: seenOf(id) } }));

/** What can be sent about a request. */
export const actionsOn = (id: string) => {
  const params = { id };
  return {
    step: (step: DeskStep) => sendStep(id, step),
    /** `dealVersion`: the version of the deal from which the form was filled in. */
    done: ({ disposition, deal }: DoneForm, dealVersion: number) =>
      once(`${id} done`, () =>
        send(deskDone, {
          params,
          body: { disposition, deal: { version: dealVersion, patch: deal }, seen: seenOf(id) },
        }),
      ),
    handOff: (body: HandOffBody) =>
      once(`${id} hand-off`, () => send(handOffRequest, { params, body: { ...body, seen: seenOf(id) } })),
    editDeal: (version: number, patch: DealPatch) => send(changeDeal, { params, body: { version, patch } }),
    tick: (item: string, ticked: boolean) => send(tickJacket, { params, body: { item, ticked, seen: seenOf(id) } }),
    editSheet: (version: number, patch: Partial<Record<SheetFieldName, string>>) =>
      send(changeSheet, { params, body: { version, patch } }),
  };
};

export type RequestActions = ReturnType<typeof actionsOn>;

/** Whether the request can be accepted, by its record as it was last read; false when it was not read. */
export const canAccept = (id: string): boolean =>
  queryClient.getQueryData<RequestRecord>(keyOf(viewDeskRequest, { params: { id } }))?.can.accept ?? false;
