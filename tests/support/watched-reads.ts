/** Every read of the desk, of the things that `every-change.ts` changes. */
import * as accountEndpoints from '#contract/desk/account-endpoints.ts';
import * as auditEndpoints from '#contract/desk/audit-endpoints.ts';
import * as boardEndpoints from '#contract/desk/board-endpoints.ts';
import * as codeEndpoints from '#contract/desk/code-endpoints.ts';
import * as connectionEndpoints from '#contract/desk/connection-endpoints.ts';
import { viewCounts } from '#contract/desk/count-endpoints.ts';
import * as dealershipEndpoints from '#contract/desk/dealership-endpoints.ts';
import { findErased } from '#contract/desk/erased-endpoints.ts';
import { viewFigures } from '#contract/desk/figures-endpoints.ts';
import { viewFirstHour } from '#contract/desk/first-hour-endpoints.ts';
import * as leadEndpoints from '#contract/desk/lead-endpoints.ts';
import { listInvitations } from '#contract/desk/link-endpoints.ts';
import { viewPresence } from '#contract/desk/live-endpoints.ts';
import * as messageEndpoints from '#contract/desk/message-endpoints.ts';
import { listPeople } from '#contract/desk/people-endpoints.ts';
import { listErasures } from '#contract/desk/person-request-endpoints.ts';
import { type ReadTopic, readTopics } from '#contract/desk/read-topics.ts';
import * as scheduleEndpoints from '#contract/desk/schedule-endpoints.ts';
import { listLenderHours, viewSettings } from '#contract/desk/setting-endpoints.ts';
import { listHolds, viewRecords } from '#contract/desk/sweep-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import type { WatchedDesk } from './watched-desk.ts';

type Shown = Parameters<typeof readTopics.viewDeskRequest>[1];

/** Reads of lists and of the one thing that is everybody's. */
export async function watchLists({ watch, observer }: WatchedDesk): Promise<void> {
  const lists: [{ readonly path: string }, readonly ReadTopic[], string?][] = [
    [boardEndpoints.viewBoard, readTopics.viewBoard],
    [boardEndpoints.searchRequests, readTopics.searchRequests, '?search='],
    [boardEndpoints.listDeskDealerships, readTopics.listDeskDealerships],
    [listLenderHours, readTopics.listLenderHours],
    [scheduleEndpoints.viewCoverage, readTopics.viewCoverage],
    [scheduleEndpoints.viewSchedule, readTopics.viewSchedule],
    [viewPresence, readTopics.viewPresence],
    [leadEndpoints.listLeads, readTopics.listLeads, '?status=all'],
    [dealershipEndpoints.listDealerships, readTopics.listDealerships],
    [codeEndpoints.listCodes, readTopics.listCodes],
    [listPeople, readTopics.listPeople],
    [listInvitations, readTopics.listInvitations],
    [viewFigures, readTopics.viewFigures],
    [messageEndpoints.listMessages, readTopics.listMessages],
    [connectionEndpoints.listWebhooks, readTopics.listWebhooks],
    [connectionEndpoints.listTokens, readTopics.listTokens],
    [auditEndpoints.listAudit, readTopics.listAudit],
    [viewRecords, readTopics.viewRecords],
    [findErased, readTopics.findErased([]), `?ids=${mintId()}`],
    [listErasures, readTopics.listErasures],
    [viewSettings, readTopics.viewSettings],
    [viewFirstHour, readTopics.viewFirstHour],
    [accountEndpoints.viewFactors, readTopics.ofAccount(observer.personId)],
    [accountEndpoints.listSessions, readTopics.ofAccount(observer.personId)],
  ];
  await watch(viewCounts.path, { path: viewCounts.path, url: viewCounts.path, topics: readTopics.viewCounts });
  for (const [{ path }, topics, query = ''] of lists)
    await watch(path, { path, url: path + query, topics: () => topics });
}

/** Functions that watch the record of one thing. */
export function recordsOf({ watch }: WatchedDesk) {
  const one = ({ path }: { readonly path: string }, id: string, topics: (shown: never) => readonly ReadTopic[]) =>
    watch(`${path} ${id}`, { path, url: path.replace(':id', id), topics });
  const audited = async (kind: string, id: string) => {
    const { path } = auditEndpoints.viewRecordAudit;
    await watch(`${path} ${kind} ${id}`, {
      path,
      url: path.replace(':kind', kind).replace(':id', id),
      topics: () => readTopics.viewRecordAudit,
    });
  };
  const held = async (kind: string, id: string) => {
    const { path } = listHolds;
    const url = path.replace(':kind', kind).replace(':id', id);
    await watch(`${path} ${kind} ${id}`, { path, url, topics: () => readTopics.listHolds });
  };
  return {
    async request(id: string) {
      const { viewDeskRequest } = boardEndpoints;
      await one(viewDeskRequest, id, (shown: Shown) => readTopics.viewDeskRequest(id, shown));
      await audited('request', id);
    },
    async lead(id: string) {
      await one(leadEndpoints.viewLead, id, () => readTopics.viewLead);
      await audited('lead', id);
      await held('lead', id);
    },
    async dealership(id: string) {
      await one(dealershipEndpoints.viewDealership, id, () => readTopics.viewDealership(id));
      await audited('dealership', id);
      await held('dealership', id);
    },
    message: (id: string) => one(messageEndpoints.viewMessage, id, () => readTopics.viewMessage(id)),
    webhook: (id: string) => one(connectionEndpoints.viewWebhook, id, () => readTopics.viewWebhook),
    delivery: (id: string, delivery: string) => {
      const { path } = connectionEndpoints.viewDelivery;
      const url = path.replace(':id', id).replace(':delivery', delivery);
      return watch(`${path} ${delivery}`, { path, url, topics: () => readTopics.viewDelivery });
    },
  };
}
