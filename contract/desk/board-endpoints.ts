/**
 * The endpoints of the deal board: the board itself, the record of a request, the steps of a finance manager, the store sheet, the
 * jacket and logged calls. `board.ts` has the words, without a schema library; `*-schemas.ts` have the responses.
 *
 * Every step and every change responds with the record: 200 when it was taken, now or by an earlier press of the same person with
 * the same content; 409 with the current record when the request's state does not allow it, or when somebody else changed the same
 * part meanwhile; also when the same person has taken and undone this step since the console showed the request (`seen`). Nothing
 * changes on GET.
 */
import * as z from 'zod/mini';
import { atMost, id, seenVersion, text } from '../schemas.ts';
import {
  boardPath,
  boardRefusals,
  dealLimits,
  deskCallsPath,
  deskDealershipsPath,
  deskRequestPath,
  deskRequestsPath,
} from './board.ts';
import { board, disposition, foundRequests, requestType } from './board-schemas.ts';
import { reads, writes } from './desk-endpoint.ts';
import { dealPatch, handOffBody, requestRecord, sheetPatch } from './record-schemas.ts';

const { noSuchRequest: notFound, invalid, idTaken, noSuchDealership, erased, notesErased } = boardRefusals;
const bodyLimitBytes = 32 * 1024;
const onRequest = {
  bodyLimitBytes,
  responses: { 200: requestRecord, 409: requestRecord },
  refusals: { notFound, invalid },
} as const;
const edits = {
  ...onRequest,
  refusals: { ...onRequest.refusals, erased, notesErased },
} as const;

export const viewBoard = reads('readRequests', boardPath, {
  // Not counted: every open console reads the board at each change, and counting would cost the database more than the board
  // itself.
  limit: 'none',
  summary: 'The deal board',
  responses: { 200: board },
});

/** `search`: a reference, or a part of the dealership's name or of what was typed about the request. Without it all are listed. */
export const searchRequests = reads('readRequests', deskRequestsPath, {
  summary: 'Earlier requests and calls, by reference, dealership or what was typed',
  query: z.object({ search: z.optional(atMost(dealLimits.search)), cursor: z.optional(atMost(200)) }),
  responses: { 200: foundRequests },
  refusals: { invalid: { status: 422, text: 'This search cannot be read' } },
});

export const viewDeskRequest = reads('readRequests', deskRequestPath, {
  summary: 'The record of a request or a call',
  responses: { 200: requestRecord },
  refusals: { notFound },
});

const step = <Step extends string>(name: Step) =>
  writes('workRequests', `${deskRequestPath}/${name}`, {
    ...onRequest,
    summary: `The finance manager says: ${name}`,
    // Every write at the desk is JSON, which an HTML form of another site cannot send.
    body: z.object(seenVersion),
  });

/** The steps without content. */
export const plainDeskSteps = {
  accept: step('accept'),
  decline: step('decline'),
  'take-over': step('take-over'),
  connected: step('connected'),
  'undo-connected': step('undo-connected'),
  signing: step('signing'),
  'undo-signing': step('undo-signing'),
  'hand-back': step('hand-back'),
  'undo-done': step('undo-done'),
  reopen: step('reopen'),
} as const;
export type DeskStep = keyof typeof plainDeskSteps;

export const handOffRequest = writes('workRequests', `${deskRequestPath}/hand-off`, {
  ...onRequest,
  summary: 'Hand a request off to somebody, or to everybody',
  body: z.object({ ...handOffBody.def.shape, ...seenVersion }),
});

/** `version` is the version of the deal that the patch was made from. Without a patch the deal does not change. */
const doneBody = z.object({
  disposition,
  deal: z.optional(z.object({ version: z.number(), patch: dealPatch })),
  ...seenVersion,
});

export const deskDone = writes('workRequests', `${deskRequestPath}/done`, {
  ...onRequest,
  summary: 'The finance manager says how it ended',
  body: doneBody,
});

export const changeDeal = writes('workRequests', `${deskRequestPath}/deal`, {
  ...edits,
  summary: 'Write what is known of the deal',
  body: z.object({ version: z.number(), patch: dealPatch }),
});

export const tickJacket = writes('workRequests', `${deskRequestPath}/jacket`, {
  ...edits,
  summary: 'Tick an item of the jacket, or take the tick away',
  body: z.object({ item: atMost(60), ticked: z.boolean(), ...seenVersion }),
});

export const changeSheet = writes('workRequests', `${deskRequestPath}/sheet`, {
  ...edits,
  summary: 'Change the store sheet of the dealership',
  body: z.object({ version: z.number(), patch: sheetPatch }),
});

/** A call that reached the desk without a request. The browser mints its id, so that a repeated press counts once. */
const callBody = z.object({
  id,
  dealershipId: text,
  requestType,
  note: atMost(dealLimits.note),
  disposition,
  minutes: z.nullable(z.int().check(z.minimum(0), z.maximum(dealLimits.minutes))),
});
export type CallBody = z.infer<typeof callBody>;

export const logCall = writes('workRequests', deskCallsPath, {
  bodyLimitBytes,
  summary: 'Log a call',
  body: callBody,
  responses: { 200: requestRecord },
  refusals: { invalid, idTaken, noSuchDealership },
});

/** Every dealership that can be chosen, by name. Two may share a name. */
export const listDeskDealerships = reads('readRequests', deskDealershipsPath, {
  summary: 'The dealerships to choose from',
  responses: { 200: z.array(z.object({ id: text, name: text, zone: text })) },
});
