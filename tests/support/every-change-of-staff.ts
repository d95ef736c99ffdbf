/** Changes of the staff and of the operation at a watched desk: people, schedule, settings, connections, records, the first hour. */
import { apiScopeNames } from '#contract/api.ts';
import * as accountEndpoints from '#contract/desk/account-endpoints.ts';
import type { WebhookRecord } from '#contract/desk/connection-endpoints.ts';
import * as connectionEndpoints from '#contract/desk/connection-endpoints.ts';
import * as firstHourEndpoints from '#contract/desk/first-hour-endpoints.ts';
import { type Invitation, invite, withdrawInvitation } from '#contract/desk/link-endpoints.ts';
import { setPresence } from '#contract/desk/live-endpoints.ts';
import type { PeopleList, PersonRecord } from '#contract/desk/people-endpoints.ts';
import * as peopleEndpoints from '#contract/desk/people-endpoints.ts';
import { eraseItems } from '#contract/desk/person-request-endpoints.ts';
import * as scheduleEndpoints from '#contract/desk/schedule-endpoints.ts';
import type { SettingsView } from '#contract/desk/setting-endpoints.ts';
import * as settingEndpoints from '#contract/desk/setting-endpoints.ts';
import type { RecordsView } from '#contract/desk/sweep-endpoints.ts';
import * as sweepEndpoints from '#contract/desk/sweep-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { webhookEventNames } from '#contract/webhooks.ts';
import { inquiryParams } from './answers.ts';
import type { Changes } from './every-change.ts';
import type { WatchedDesk } from './watched-desk.ts';
import { recordsOf } from './watched-reads.ts';

const refused = { kind: 'permanent', step: 'recipient', code: '410', reason: '410 gone' } as const;

export async function changePeople(watched: WatchedDesk, change: Changes) {
  const { press, get, agent, actor, observer, deliver } = watched;
  const personOf = async (id: string): Promise<PersonRecord> => {
    const { people } = await get<PeopleList>('/api/desk/people');
    const found = people.find((each) => each.id === id);
    if (!found) throw new Error(`nobody is ${id}`);
    return found;
  };
  const edit = async (id: string, patch: Partial<Pick<PersonRecord, 'name' | 'phone' | 'licensedStates'>>) => {
    const { version, name, phone, mail, licensedStates } = await personOf(id);
    const body = { version, name, licensedStates, ...patch, phone: patch.phone ?? phone ?? '', mail: mail ?? '' };
    await press(peopleEndpoints.editPerson, { params: { id }, body });
  };
  const added = mintId();
  await change('a person is added', () =>
    press(peopleEndpoints.addPerson, {
      body: { id: added, name: 'Nina', phone: '(207) 555-0123', mail: 'nina@boxline.example', onShift: true },
    }),
  );
  await change('a presence', () => press(setPresence, { body: { presence: 'available' } }, agent));
  await change('an own shift', () => press(peopleEndpoints.switchOwnShift, { body: { on: true } }, agent));
  await change('the shift of another', () =>
    press(peopleEndpoints.switchShift, { params: { id: added }, body: { on: false } }),
  );
  await change('on call', () => press(peopleEndpoints.switchOnCall, { body: { on: true } }));
  await change('another name of the one who acts', () => edit(actor.personId, { name: 'Ada Renamed' }));
  await change('another name of the one who works', () => edit(agent.personId, { name: 'Gil Renamed' }));
  await change('another name of the one who looks', () => edit(observer.personId, { name: 'Olive Renamed' }));
  await change('licensed states of the one who looks', () => edit(observer.personId, { licensedStates: ['TX'] }));
  await change('a telephone', () => edit(actor.personId, { phone: '(207) 555-0125' }));
  const inviteOf = async (personId: string | null, by: 'link' | 'mail', name: string) =>
    (await press(invite, { body: { personId, name, email: `${name}@boxline.example`, role: 'agent', by } }))[
      'invitation'
    ] as Invitation;
  let invited: Invitation | undefined;
  await change('an invitation', async () => {
    invited = await inviteOf(null, 'link', 'ivy');
  });
  await change('it is withdrawn', () => press(withdrawInvitation, { params: { id: invited?.id ?? '' }, body: {} }));
  await change('an invitation of somebody on the list', () => inviteOf(added, 'mail', 'nina'));
  await change('its mail is sent', () => deliver());
  const role = async (id: string, to: 'manager' | 'agent') =>
    press(peopleEndpoints.changeRole, {
      params: { id },
      body: { version: (await personOf(id)).version, role: to },
    });
  await change('another role', () => role(agent.personId, 'manager'));
  const params = { id: agent.personId };
  const none = { tue: [], wed: [], thu: [], fri: [], sun: [] };
  const sat = [{ from: '09:00', to: '23:00' }];
  await change('the hours of a week', () =>
    press(scheduleEndpoints.changeWeek, { params, body: { version: 0, week: { ...none, mon: sat, sat } } }),
  );
  await change('the hours of a day', () =>
    press(scheduleEndpoints.changeDay, {
      params: { ...params, date: '2026-11-22' },
      body: { version: 0, hours: { periods: sat, note: 'instead' } },
    }),
  );
  await change('a holiday', () =>
    press(scheduleEndpoints.changeHoliday, {
      params: { date: '2026-11-26' },
      body: { version: 0, holiday: { name: 'Thanksgiving', periods: [] } },
    }),
  );
  await change('another session of the same person begins', async () => {
    const { context } = watched;
    await context.storage.transaction((trx) =>
      context.signIn.sessions.begin(
        trx,
        { id: observer.personId, role: 'admin' },
        'signed-in',
        { device: 'Firefox on Windows', deviceId: null },
        { proved: true },
      ),
    );
  });
  await change('the other sessions end', () => press(accountEndpoints.revokeOtherSessions, { body: {} }, observer));
  return {
    added,
    remove: async (id: string) =>
      press(peopleEndpoints.removePerson, { params: { id }, body: { version: (await personOf(id)).version } }),
  };
}

export async function changeOperation(
  watched: WatchedDesk,
  change: Changes,
  things: { lead: string; request: string; store: string; person: string },
) {
  const { press, get, deliver, pass, send, context, app } = watched;
  const watch = recordsOf(watched);
  const settings = () => get<SettingsView>('/api/desk/settings');
  await change('the text agent', async () =>
    press(settingEndpoints.setTextAgent, { body: { version: (await settings()).textAgent.version, on: false } }),
  );
  await change('recipients of alerts', async () =>
    press(settingEndpoints.setAlertRecipients, {
      body: {
        version: (await settings()).alertRecipients.version,
        recipients: [{ kind: 'mail', value: 'night@boxline.example' }],
      },
    }),
  );
  await change('the jacket', async () => {
    const { version, items } = (await settings()).jacket;
    const changed = items.slice(1).map(({ item, label }) => ({ item, label: `${label}, signed` }));
    await press(settingEndpoints.setJacket, { body: { version, items: changed } });
  });
  await change('hours of a lender', async () => {
    const { version, lenders } = (await settings()).lenderHours;
    const day = { from: '09:00', until: '17:00' };
    const hours = [
      { lender: lenders[0] ?? '', zone: 'America/Chicago', weekdays: day, saturday: null, sunday: null, note: '' },
    ];
    await press(settingEndpoints.setLenderHours, { body: { version, hours } });
  });
  let hook = '';
  const fields = { name: 'Ledger', url: 'https://ledger.example/in', events: [...webhookEventNames] };
  await change('a webhook is added', async () => {
    const { endpoint } = await press(connectionEndpoints.addWebhook, { body: fields });
    hook = (endpoint as { id: string }).id;
  });
  await watch.webhook(hook);
  const params = { id: hook };
  const webhook = () => get<WebhookRecord>(`/api/desk/connections/webhooks/${hook}`);
  const version = async () => (await webhook()).endpoint.version;
  await change('it is edited', async () =>
    press(connectionEndpoints.editWebhook, { params, body: { ...fields, name: 'Books', version: await version() } }),
  );
  await change('its secret is replaced', async () =>
    press(connectionEndpoints.rotateWebhookSecret, { params, body: { version: await version() } }),
  );
  await change('it is tested', () => press(connectionEndpoints.testWebhook, { params, body: {} }));
  const [first] = (await webhook()).deliveries;
  await watch.delivery(hook, first?.id ?? '');
  await change('the delivery fails', () => deliver(refused));
  await change('it is replayed', () =>
    press(connectionEndpoints.replayDelivery, { params: { ...params, delivery: first?.id ?? '' }, body: {} }),
  );
  await change('it arrives', () => deliver());
  await change('a lead is sent to it', () => send('inquiry', inquiryParams({ dealership_name: 'For the books' })));
  await change('that fails', () => deliver(refused));
  await change('what failed is replayed', () => press(connectionEndpoints.replayFailed, { params, body: {} }));
  await change('it is switched off', async () =>
    press(connectionEndpoints.switchWebhook, { params, body: { version: await version(), on: false } }),
  );
  await change('it is removed', () => press(connectionEndpoints.removeWebhook, { params, body: {} }));
  let token: { id: string; token: string } | undefined;
  await change('a token is made', async () => {
    const made = await press(connectionEndpoints.makeToken, {
      body: { name: 'Reports', scopes: [...apiScopeNames], days: 30 },
    });
    token = made as typeof token;
  });
  await change('it is used', async () => {
    const answer = await app.inject({ url: '/api/v1/leads', headers: { authorization: `Bearer ${token?.token}` } });
    if (answer.statusCode !== 200) throw new Error(`the API answered ${answer.statusCode}`);
  });
  await change('it is revoked', () =>
    press(connectionEndpoints.revokeToken, { params: { id: token?.id ?? '' }, body: {} }),
  );
  const { lead, request, store, person } = things;
  for (const [kind, id] of [
    ['lead', lead],
    ['dealership', store],
  ] as const) {
    await change(`a hold on a ${kind}`, () =>
      press(sweepEndpoints.setHold, { body: { kind, id, reason: 'A dispute' } }),
    );
  }
  for (const { id } of (await get<RecordsView>('/api/desk/records')).holds) {
    await change('a hold ends', () => press(sweepEndpoints.endHold, { params: { id }, body: {} }));
  }
  await change('the first sweep', () => context.sweeps.look());
  await change('it is confirmed', async () => {
    const [sweep] = (await get<RecordsView>('/api/desk/records')).sweeps;
    await press(sweepEndpoints.confirmSweep, { params: { id: sweep?.id ?? '' }, body: {} });
  });
  await change('a lead is erased', () =>
    press(eraseItems, { body: { items: [{ kind: 'lead', id: lead }], reason: 'asked' } }),
  );
  await change('a request is erased', () =>
    press(eraseItems, { body: { items: [{ kind: 'request', id: request }], reason: 'asked' } }),
  );
  await change('a test mail', () => press(firstHourEndpoints.testMail, { body: { to: 'a@boxline.example' } }));
  await pass(120_000);
  await change('a test text', () => press(firstHourEndpoints.testText, { body: {} }));
  await change('a test link', () => press(firstHourEndpoints.testLink, { body: { personId: person } }));
  await change('the tests are sent', () => deliver());
}
