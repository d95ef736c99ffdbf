/** What the desk reads of requests and calls: the board, a search, and one record. */
import { finishedForMs, finishedMost } from '#contract/desk/board.ts';
import type { BoardRow, FoundRequests } from '#contract/desk/board-schemas.ts';
import type { EarlierRequest } from '#contract/desk/record-schemas.ts';
import { readReference } from '#contract/reference.ts';
import type { Reader, Storage } from '#server/database/open.ts';
import { dealershipOf, dealershipsMatching, findSheet, zonesOf } from '#server/dealerships/service.ts';
import type { Environment } from '#server/environment.ts';
import { decodePosition, encodePosition, type Position } from '#server/paging.ts';
import { distinct, idsOf } from '#server/rows.ts';
import { matching } from '#server/search/service.ts';
import { isoBefore } from '#server/times.ts';
import { jacketItems } from './jacket.ts';
import { canNothing, isCertain, wasTaken } from './policy.ts';
import { eventsOf } from './store.ts';
import {
  findByReference,
  findCertainOf,
  findNewest,
  findNewestOf,
  findShown,
  findWithHolder,
  lastAskedOf,
  type RequestWithHolder,
} from './store-board.ts';
import {
  findCall,
  findCallsByReference,
  findCallsSince,
  findNewestCalls,
  findNewestCallsOf,
  type LoggedCall,
} from './store-calls.ts';
import { findDeal, lastHandOff, minutesOf, ticksOf } from './store-deals.ts';
import { linkOfPerson } from './store-links.ts';
import { wordsOf } from './two-words.ts';
import {
  type BoardRecord,
  type Looked,
  presentCall,
  presentCallRecord,
  presentEarlierCall,
  presentEarlierRequest,
  presentRecord,
  presentRow,
} from './view-desk.ts';

interface DeskReader {
  readonly personId: string;
  /** Whether this person may work requests. If not, the record offers no action. */
  readonly works: boolean;
}

/** The rows of the board. They are read once for all readers, so `mine` is false in each; the route sets it for its reader. */
type BoardRows = { readonly [Part in 'waiting' | 'running' | 'finished']: readonly BoardRow[] };

interface BoardOptions extends Pick<Environment, 'now' | 'keyed'> {
  readonly storage: Pick<Storage, 'db' | 'reads'>;
}

const pageRows = 25;
const earlierRows = 10;
/** The most dealerships whose requests and calls one search shows. A search that finds more is too general; `tooMany` says so. */
const mostDealerships = 10;

/** The position before the newest row. Every page starts at a position, so that an index bounds what is read. */
const beforeAll: Position = { at: '9999-12-31T23:59:59.999Z', id: '' };

const byArrival = (one: { createdAt: string; id: string }, other: { createdAt: string; id: string }): number =>
  one.createdAt === other.createdAt ? (one.id < other.id ? 1 : -1) : one.createdAt < other.createdAt ? 1 : -1;

const onceEach = <Row extends { readonly id: string }>(...lists: readonly (readonly Row[])[]): Row[] => [
  ...new Map(lists.flat().map((row) => [row.id, row])).values(),
];

export type Boards = ReturnType<typeof createBoards>;

export function createBoards({ storage, keyed, now }: BoardOptions) {
  const { db, reads } = storage;

  /** Rows of requests and calls, the newest first. */
  async function rowsOf(
    requests: readonly RequestWithHolder[],
    calls: readonly LoggedCall[],
    from: Reader = db,
  ): Promise<BoardRow[]> {
    const zones = await zonesOf(from, distinct([...requests, ...calls], 'dealership_id'));
    return [
      ...requests.map((request) => presentRow(request, zones.get(request.dealership_id))),
      ...calls.map((call) => presentCall(call, zones.get(call.dealership_id))),
    ].sort(byArrival);
  }

  async function earlierOf(dealershipId: string, before: Position): Promise<EarlierRequest[]> {
    const [requests, calls] = await Promise.all([
      findCertainOf(db, dealershipId, before, earlierRows),
      findNewestCallsOf(db, [dealershipId], before, earlierRows),
    ]);
    const minutes = await minutesOf(db, idsOf(requests));
    return [
      ...requests.map((request) => presentEarlierRequest(request, minutes.get(request.id) ?? null)),
      ...calls.map(presentEarlierCall),
    ]
      .sort(byArrival)
      .slice(0, earlierRows);
  }

  async function callRecord(call: LoggedCall, looked: Looked, works: boolean): Promise<BoardRecord> {
    const { dealership_id: dealershipId } = call;
    const dealership = await dealershipOf(db, dealershipId);
    const sheet = await findSheet(db, dealershipId);
    const earlier = await earlierOf(dealershipId, { at: call.created_at, id: call.id });
    return presentCallRecord(call, { ...looked, dealership, sheet, earlier, works });
  }

  return {
    /** The newest requests and calls of a dealership. */
    ofDealership: (dealershipId: string): Promise<EarlierRequest[]> => earlierOf(dealershipId, beforeAll),

    /** When each of these dealerships last asked for an agent. */
    lastAskedOf: (dealershipIds: readonly string[]): Promise<Map<string, string>> => lastAskedOf(db, dealershipIds),

    /** All requests that wait or run, and the requests and calls that ended lately. */
    async rows(): Promise<BoardRows> {
      const since = isoBefore(now(), finishedForMs);
      const [requests, calls] = await Promise.all([
        findShown(db, since, finishedMost),
        findCallsSince(db, since, finishedMost),
      ]);
      const rows = await rowsOf(requests, calls);
      const byWait = (one: BoardRow, other: BoardRow) => (one.askedAt < other.askedAt ? -1 : 1);
      const byEnd = (one: BoardRow, other: BoardRow) => ((one.endedAt ?? '') < (other.endedAt ?? '') ? 1 : -1);
      const isRunning = ({ stage, closing }: BoardRow) => stage !== null || closing !== null;
      const open = rows.filter(({ endedAt }) => endedAt === null).sort(byWait);
      const ended = rows.filter(({ endedAt }) => endedAt !== null).sort(byEnd);
      return {
        waiting: open.filter((row) => !isRunning(row)),
        running: open.filter(isRunning),
        finished: ended.slice(0, finishedMost),
      };
    },

    /**
     * A page of requests and calls, the newest first. A reference that exists finds only its own. Any other search finds the requests
     * and calls with its words, and those of the dealerships with its words. Undefined when the cursor is malformed.
     */
    async search(search: string, cursor?: string, most = pageRows): Promise<FoundRequests | undefined> {
      const after = cursor === undefined ? beforeAll : decodePosition(cursor);
      if (!after) return undefined;
      const reference = readReference(search);
      if (reference !== undefined) {
        const rows = await rowsOf(
          await findByReference(reads, reference),
          await findCallsByReference(reads, reference),
          reads,
        );
        if (rows.length > 0) return { rows, cursor: null, tooMany: false };
      }
      const ofDealership = await matching(reads, 'dealership', search);
      const ofRequest = await matching(reads, 'request', search);
      const ofCall = await matching(reads, 'call', search);
      const named = ofDealership && (await dealershipsMatching(reads, ofDealership, mostDealerships + 1));
      const ids = named?.slice(0, mostDealerships).map(({ id }) => id) ?? [];
      // Each query reads enough for a whole page. A row that two of them find is shown once.
      const [requests, requestsNamed, calls, callsNamed] = await Promise.all([
        findNewest(reads, after, most + 1, ofRequest),
        findNewestOf(reads, ids, after, most + 1),
        findNewestCalls(reads, after, most + 1, ofCall),
        findNewestCallsOf(reads, ids, after, most + 1),
      ]);
      const rows = await rowsOf(onceEach(requests, requestsNamed), onceEach(calls, callsNamed), reads);
      const page = rows.slice(0, most);
      const last = page.at(-1);
      return {
        rows: page,
        cursor: rows.length > most && last ? encodePosition({ at: last.createdAt, id: last.id }) : null,
        tooMany: (named?.length ?? 0) > mostDealerships,
      };
    },

    /** The record of a request or a call; undefined when there is none of this id. */
    async record(id: string, { personId, works }: DeskReader): Promise<BoardRecord | undefined> {
      const looked = { personId, now: now() };
      const request = await findWithHolder(db, id);
      if (!request) {
        const call = await findCall(db, id);
        return call && callRecord(call, looked, works);
      }
      const { dealership_id: dealershipId } = request;
      const dealership = await dealershipOf(db, dealershipId);
      const certain = isCertain(request);
      const [link, deal, handOff, ticks, events, items, sheet, earlier] = await Promise.all([
        linkOfPerson(db, id, personId),
        findDeal(db, id),
        lastHandOff(db, id),
        ticksOf(db, id),
        eventsOf(db, id),
        jacketItems(db),
        wasTaken(request) && certain ? findSheet(db, dealershipId) : null,
        certain ? earlierOf(dealershipId, { at: request.created_at, id }) : [],
      ]);
      const parts = { link, deal, handOff, ticks, events, items, sheet, earlier, words: wordsOf(keyed, request) };
      const record = presentRecord(request, { ...looked, ...parts, dealership });
      return works ? record : { ...record, can: canNothing, takeBackUntil: null };
    },
  };
}
