/** Changes of requests, leads and dealerships at a watched desk: each press of the desk, and what dealers and servers do. */
import * as boardEndpoints from '#contract/desk/board-endpoints.ts';
import * as codeEndpoints from '#contract/desk/code-endpoints.ts';
import type { DealershipPage, DealershipPatch, DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import * as dealershipEndpoints from '#contract/desk/dealership-endpoints.ts';
import * as leadEndpoints from '#contract/desk/lead-endpoints.ts';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import type { MessagePage } from '#contract/desk/message-endpoints.ts';
import * as messageEndpoints from '#contract/desk/message-endpoints.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import type { SettingsView } from '#contract/desk/setting-endpoints.ts';
import { setSharedCode } from '#contract/desk/setting-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { inquiryParams, intakeParams } from './answers.ts';
import type { SignedIn } from './desk.ts';
import { cancelPath } from './request-paths.ts';
import type { WatchedDesk } from './watched-desk.ts';
import { recordsOf } from './watched-reads.ts';

export type Changes = (name: string, make: () => Promise<unknown>) => Promise<void>;

const refused = { kind: 'permanent', step: 'recipient', code: 'SMTP 550', reason: '550 no' } as const;

/** The steps of a request, from the dealer's press to its end. Gives the ids of two requests and their dealerships. */
export async function changeRequests(watched: WatchedDesk, change: Changes) {
  const { press, get, agent, actor, observer, pass, deliver, context, call } = watched;
  const watch = recordsOf(watched);
  const token = await watched.sessionFor(watched.shared.code);
  const first = await watched.ask(token);
  await deliver();
  const recordOf = (id: string) => get<RequestRecord>(`/api/desk/requests/${id}`);
  const { dealershipId: store } = await recordOf(first);
  const { rows } = await get<DealershipPage>('/api/desk/dealerships');
  const other = rows.find(({ id, sample }) => id !== store && sample);
  if (!other) throw new Error('there is one dealership only');
  const ownToken = await watched.sessionFor(await watched.ownCode(other.name));
  const logged = mintId();
  const logCall = (id: string) =>
    press(
      boardEndpoints.logCall,
      {
        body: {
          id,
          dealershipId: store,
          requestType: 'active_deal',
          note: 'They called',
          disposition: 'contracted_retail',
          minutes: 4,
        },
      },
      agent,
    );
  await logCall(logged);
  for (const id of [first, logged]) await watch.request(id);
  for (const id of [store, other.id]) await watch.dealership(id);
  for (const { id } of (await get<MessagePage>('/api/desk/messages')).messages.slice(0, 3)) await watch.message(id);
  const step = async (name: keyof typeof boardEndpoints.plainDeskSteps, by: SignedIn = agent, id = first) =>
    press(boardEndpoints.plainDeskSteps[name], { params: { id }, body: { seen: (await recordOf(id)).version } }, by);
  let second = '';
  await change('a dealer asks', async () => {
    second = await watched.ask(ownToken, { dealershipName: other.name });
  });
  await watch.request(second);
  await change('its mails are sent', () => deliver());
  await change('accept', () => step('accept'));
  await pass(5000);
  await change('connected', () => step('connected'));
  await change('connected is taken back', () => step('undo-connected'));
  await change('connected again', () => step('connected'));
  await change('signing', () => step('signing'));
  await change('signing is taken back', () => step('undo-signing'));
  await change('a tick of the jacket', async () => {
    const [item] = (await recordOf(first)).jacket;
    await press(
      boardEndpoints.tickJacket,
      { params: { id: first }, body: { item: item?.item ?? '', ticked: true } },
      agent,
    );
  });
  await change('the deal', async () => {
    const version = (await recordOf(first)).deal.version;
    await press(boardEndpoints.changeDeal, { params: { id: first }, body: { version, patch: { note: 'Two' } } }, agent);
  });
  await change('the sheet', async () => {
    const version = (await recordOf(first)).sheet?.version ?? 0;
    const patch = { creditPortal: 'RouteOne', timeZone: 'America/Chicago' };
    await press(boardEndpoints.changeSheet, { params: { id: first }, body: { version, patch } }, agent);
  });
  await change('a hand-off', async () => {
    const body = {
      seen: (await recordOf(first)).version,
      to: actor.personId,
      stage: 'connected' as const,
      lender: '',
      products: [],
      openStipulations: '',
      promised: '',
    };
    await press(boardEndpoints.handOffRequest, { params: { id: first }, body }, agent);
  });
  await change('the other takes it', () => step('accept', actor));
  await change('it is handed back', () => step('hand-back', actor));
  await change('mails ask for it once more', () => deliver(refused));
  await change('it is taken', () => step('accept', actor));
  await pass(6 * 60_000);
  await change('it is taken over', () => step('take-over', agent));
  await change('done', async () => {
    const body = { seen: (await recordOf(first)).version, disposition: 'contracted_retail' as const };
    await press(boardEndpoints.deskDone, { params: { id: first }, body }, agent);
  });
  await change('done is taken back', () => step('undo-done'));
  await change('done again', async () => {
    const body = { seen: (await recordOf(first)).version, disposition: 'contracted_retail' as const };
    await press(boardEndpoints.deskDone, { params: { id: first }, body }, agent);
  });
  await pass(61_000);
  await change('its minute is over', () => context.agentRequests.sweep());
  await change('it is opened again', () => step('reopen'));
  await change('another is declined', () => step('decline', agent, second));
  await change('the dealer cancels', () => call('POST', cancelPath(second), ownToken, {}));
  await pass(61_000);
  await change('the minute of the cancelled one is over', () => context.agentRequests.sweep());
  await change('a call is logged', () => logCall(mintId()));
  await pass(2 * 60_000);
  await change('a dealer opens the portal with the shared code', () => watched.sessionFor(watched.shared.code));
  return { first, second, store, other: other.id, observer };
}

/** What happens to leads and to their messages. */
export async function changeLeads(watched: WatchedDesk, change: Changes) {
  const { press, get, actor, observer, deliver, now, send } = watched;
  const watch = recordsOf(watched);
  const leadOf = (id: string) => get<LeadRecord>(`/api/desk/leads/${id}`);
  const phone = '(570) 555-0164';
  const submit = async (kind: 'inquiry' | 'intake', params: object): Promise<string> => {
    const submission_id = mintId();
    const base = kind === 'inquiry' ? inquiryParams : intakeParams;
    const { status, text } = await send(kind, base({ submission_id, ...params }));
    if (status !== 200) throw new Error(`the form was answered with ${status} ${text}`);
    return submission_id;
  };
  let intake = '';
  await change('an intake arrives', async () => {
    intake = await submit('intake', {});
  });
  const one = await submit('inquiry', {
    dealership_name: 'Pinecrest Auto',
    phone_number: phone,
    email: 'd@pine.example',
  });
  for (const id of [intake, one]) await watch.lead(id);
  await change('the mails of the leads fail', () => deliver(refused));
  let two = '';
  await change('a lead of the same people arrives', async () => {
    two = await submit('inquiry', { dealership_name: 'Two', phone_number: phone, email: 'e@two.example' });
  });
  await watch.lead(two);
  await change('its mails are sent', () => deliver());
  const edit = async (id: string, patch: Parameters<typeof press<typeof leadEndpoints.editLead>>[1]['body']['patch']) =>
    press(leadEndpoints.editLead, { params: { id }, body: { version: (await leadOf(id)).version, patch } });
  await change('first contact', async () =>
    press(leadEndpoints.markContacted, { params: { id: one }, body: { version: (await leadOf(one)).version } }),
  );
  await change('a note', () =>
    press(leadEndpoints.noteLead, { params: { id: one }, body: { id: mintId(), text: 'Call on Monday' } }),
  );
  await change('an owner', () => edit(one, { ownerId: actor.personId }));
  await change('another owner', () => edit(two, { ownerId: observer.personId }));
  await change('a follow-up', () => edit(one, { followUpAt: new Date(now().getTime() + 90_000).toISOString() }));
  await change('lost', () => edit(two, { status: 'lost' }));
  await change('told apart', async () =>
    press(leadEndpoints.tellLeadApart, {
      params: { id: two },
      body: { version: (await leadOf(two)).version, from: one },
    }),
  );
  await change('suggested again', async () =>
    press(leadEndpoints.suggestLeadAgain, {
      params: { id: two },
      body: { version: (await leadOf(two)).version, other: one },
    }),
  );
  await change('joined', async () =>
    press(leadEndpoints.joinLead, {
      params: { id: two },
      body: { version: (await leadOf(two)).version, with: one, withVersion: (await leadOf(one)).version },
    }),
  );
  await change('parted', async () => {
    const { id, version, parts } = await leadOf(two);
    const part = parts.find((each) => each.id !== id)?.id ?? '';
    await press(leadEndpoints.partLead, { params: { id }, body: { version, part } });
  });
  const failed = async () => (await get<MessagePage>('/api/desk/messages?filter=needsPerson')).messages;
  for (const { id } of (await failed()).slice(0, 2)) await watch.message(id);
  await change('a failed mail is tried again', async () => {
    const [mail] = await failed();
    await press(messageEndpoints.retryMessage, {
      params: { id: mail?.id ?? '' },
      body: { retriedAt: mail?.retriedAt ?? null },
    });
  });
  await change('a failed mail is given up', async () => {
    const [mail] = await failed();
    await press(messageEndpoints.giveUpMessage, {
      params: { id: mail?.id ?? '' },
      body: { retriedAt: mail?.retriedAt ?? null },
    });
  });
  await change('all are tried again', () => press(messageEndpoints.retryAllMessages, { body: {} }));
  await change('they are sent', () => deliver());
  await change('a dealership is made from the intake', async () =>
    press(dealershipEndpoints.addDealership, {
      body: { lead: { id: intake, version: (await leadOf(intake)).version } },
    }),
  );
  const made = (await leadOf(intake)).dealershipId ?? '';
  await watch.dealership(made);
  const token = await watched.sessionFor(
    await watched.ownCode((await get<DealershipRecord>(`/api/desk/dealerships/${made}`)).name),
  );
  const { name } = await get<DealershipRecord>(`/api/desk/dealerships/${made}`);
  const request = await watched.ask(token, { dealershipName: name });
  await watch.request(request);
  await change('the dealer sends the intake with other answers', async () => {
    await send('intake', intakeParams({ submission_id: mintId(), amends: intake, current_dms: 'DealerCenter' }));
  });
  return { intake, one, two, made, request };
}

/** What can be done with a dealership, its contacts and its codes. */
export async function changeDealerships(watched: WatchedDesk, change: Changes, store: string, made: string) {
  const { press, get, deliver } = watched;
  const recordOf = (id: string) => get<DealershipRecord>(`/api/desk/dealerships/${id}`);
  const edit = async (id: string, patch: DealershipPatch) =>
    press(dealershipEndpoints.editDealership, {
      params: { id },
      body: { version: (await recordOf(id)).version, patch },
    });
  const contact = mintId();
  await change('another name', () => edit(store, { name: 'Renamed Motors' }));
  await change('another name of the one made from a lead', () => edit(made, { name: 'Harbor Renamed' }));
  await change('another zone', () => edit(store, { zone: 'America/Denver' }));
  await change('another telephone', () => edit(store, { phone: '(207) 555-0177' }));
  await change('an address', () => edit(store, { address: '1 Main St\nAustin, TX 78701' }));
  await change('a website', () => edit(store, { website: 'https://renamed.example' }));
  await change('hours', () => edit(store, { hours: Array(7).fill({ opens: '09:00', closes: '18:00' }) }));
  await change('the agreement', () => edit(store, { agreementDate: '2026-11-01' }));
  await change('a contact', () =>
    edit(store, { contacts: [{ id: contact, name: 'Cora', role: 'GM', phone: '', mail: 'cora@renamed.example' }] }),
  );
  const params = { id: store };
  const sendLink = () => press(codeEndpoints.sendCodeLink, { params, body: { contactId: contact, graceHours: 24 } });
  await change('a link is sent', sendLink);
  await change('its mail has left', () => deliver());
  await change('the link is withdrawn', () => press(codeEndpoints.withdrawCodeLink, { params, body: {} }));
  let number = 0;
  await change('a command issues a code', async () => {
    ({ number } = await watched.context.codes.issue(store, null));
  });
  await change('a code is revoked', () =>
    press(codeEndpoints.revokeCode, { params: { number: String(number) }, body: {} }),
  );
  await change('the shared code is switched off', async () => {
    const { version } = (await get<SettingsView>('/api/desk/settings')).sharedCode;
    await press(setSharedCode, { body: { version, on: false, force: true } });
  });
  const versioned = async () => ({ params, body: { version: (await recordOf(store)).version } });
  await change('it is closed', async () => press(dealershipEndpoints.closeDealership, await versioned()));
  await change('it is reopened', async () => press(dealershipEndpoints.reopenDealership, await versioned()));
  const added = mintId();
  await change('another is added', () =>
    press(dealershipEndpoints.addDealership, {
      body: { id: added, name: 'Hand Made', phone: '(207) 555-0188', zone: 'America/New_York' },
    }),
  );
  const samples = (await get<DealershipPage>('/api/desk/dealerships')).rows.filter(({ sample }) => sample);
  await change('a sample is removed', () =>
    press(dealershipEndpoints.removeSample, { params: { id: samples.at(-1)?.id ?? '' }, body: {} }),
  );
  await change('all samples are removed', () => press(dealershipEndpoints.removeSamples, { body: {} }));
}
