/** An invented person about whom a server stores something everywhere, with words that occur nowhere else. */
import type { FoundItemView, FoundPerson } from '#contract/desk/person-request-endpoints.ts';
import type { Answers } from '#contract/fields.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import type { Overrides } from '#server/context.ts';
import { startDesk } from './desk.ts';
import type { EngineUnderTest, Place } from './each-engine.ts';
import { answersOf } from './leads.ts';
import { dealer } from './portal.ts';

/** Words that occur only where this person is stored. */
export const person = {
  first: 'Quillon',
  last: 'Marzette',
  name: 'Quillon Marzette',
  mail: 'quillon@marzette.example',
  earlierMail: 'earlier@marzette.example',
  phone: '(207) 555-0163',
  note: 'marked-note-kestrel',
} as const;

/** The texts by which a file of the database could still identify the person. */
export const marks = ['Quillon', 'quillon', 'Marzette', 'marzette', '555-0163', '5550163', '2075550163', 'kestrel'];

export type PersonDesk = Awaited<ReturnType<typeof startPersonDesk>>;

export async function startPersonDesk(
  under: EngineUnderTest,
  env: Record<string, string> = {},
  overrides: Overrides = {},
) {
  const server = await startDesk(under, env, overrides);
  const { context, desk, signInAs } = server;
  const { storage, leads, leadWork } = context;
  const admin = await signInAs('admin');

  const dealershipId = async () =>
    (await storage.db.selectFrom('dealerships').select('id').where('name', '=', dealer.name).executeTakeFirstOrThrow())
      .id;

  const sent = new Map<string, Answers>();

  async function addLead(change: object = {}): Promise<string> {
    const answers = answersOf('inquiry', {
      first_name: person.first,
      last_name: person.last,
      email: person.mail,
      phone_number: person.phone,
      ...change,
    });
    const id = mintId();
    await leads.accept({ kind: 'inquiry', id, answers, submittedDate: '11/21/2026', flags: [] });
    sent.set(id, answers);
    return id;
  }

  /** Sends the first submission of a lead again, as a browser does that got no answer. */
  const repeat = (leadId: string) =>
    leads.accept({
      kind: 'inquiry',
      id: leadId,
      answers: sent.get(leadId) ?? {},
      submittedDate: '11/21/2026',
      flags: [],
    });

  /** Amends a lead with new answers of the dealer. */
  const amend = (leadId: string, change: object) =>
    leads.accept({
      kind: 'inquiry',
      id: mintId(),
      amends: leadId,
      answers: answersOf('inquiry', {
        first_name: person.first,
        last_name: person.last,
        phone_number: person.phone,
        ...change,
      }),
      submittedDate: '11/22/2026',
      flags: [],
    });

  async function addRequest({ over = true, name = person.name as string } = {}): Promise<string> {
    const token = await server.sessionFor(server.shared.code);
    const id = await server.ask(token, {
      callback_name: name,
      additionalInfo: `Call ${person.phone}`,
      anydesk: '123 456 789',
    });
    if (over) {
      await storage.db
        .updateTable('agent_requests')
        .set({ ended_at: context.now().toISOString(), outcome: 'done', closing_note: person.note })
        .where('id', '=', id)
        .execute();
    }
    return id;
  }

  async function addCall({ name = person.name as string } = {}): Promise<string> {
    const id = mintId();
    const body = {
      id,
      dealershipId: await dealershipId(),
      requestType: 'active_deal',
      note: `${name} called, ${person.note}`,
      disposition: 'help_only',
      minutes: 3,
    } as const;
    await context.calls.log(body, { personId: admin.personId, name: admin.name });
    return id;
  }

  async function addContact({ name = person.name as string } = {}): Promise<string> {
    const id = mintId();
    const contact = {
      id,
      name,
      role: 'Owner',
      phone: person.phone,
      mail: person.mail,
      consentSubmissionId: null,
    };
    const outcome = await context.dealerships.edit(null, { id: await dealershipId() }, { contacts: [contact] });
    if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
    return id;
  }

  const find = async (text: string): Promise<FoundPerson> => {
    const answer = await desk('POST', '/api/desk/person-requests', { cookie: admin.cookie, body: { text } });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return answer.json<FoundPerson>();
  };

  const idsOf = (items: readonly Pick<FoundItemView, 'kind' | 'id'>[]) => items.map(({ kind, id }) => ({ kind, id }));

  /** Erases items. `search`: the search from whose results they were chosen, if there was one. */
  const erase = (
    items: readonly Pick<FoundItemView, 'kind' | 'id'>[],
    cookie = admin.cookie,
    search?: { readonly text: string; readonly shown: readonly FoundItemView[] },
  ) =>
    desk('POST', '/api/desk/erasures', {
      cookie,
      body: {
        items: idsOf(items),
        reason: 'asked',
        ...(search && { search: { text: search.text, shown: idsOf(search.shown) } }),
      },
    });

  return {
    ...server,
    admin,
    addLead,
    amend,
    repeat,
    addRequest,
    addCall,
    addContact,
    find,
    erase,
    note: (leadId: string, text: string) => leadWork.note('command', leadId, { id: mintId(), text }),
    referenceOf,
  };
}

/** A server that stores data about a person, and the environment that lets a command use its database. */
export async function startPersonDeskWithEnv(under: EngineUnderTest, overrides: Overrides = {}) {
  let place: Place | undefined;
  const watched = { ...under, newPlace: async () => (place = await under.newPlace()) };
  const server = await startPersonDesk(watched, {}, overrides);
  await server.context.erasure.agree();
  return { server, env: place?.env ?? {} };
}
