/**
 * The fake gateway that the tests of sending use keeps the once-only rules (R13) as the real server does. One list of cases and
 * many random ones run against both.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idTaken, writeFieldErrors } from '#contract/field-errors.ts';
import { mintId } from '#contract/reference.ts';
import { receivedPath } from '#contract/send.ts';
import { FakeGateway } from '../site/forms/sending/testing/gateway.ts';
import { MailFailure } from '../site/mail/failure.ts';
import { inquiryParams } from './support/answers.ts';
import { startApp, type TestApp } from './support/app.ts';
import { eachEngine } from './support/each-engine.ts';
import { wideLimits } from './support/wide-limits.ts';

/** One submission. `id` and `amends` are names that stand for ids; `says` is the dealership's name in the answers. */
interface Step {
  readonly id: string;
  readonly amends?: string;
  readonly says: string;
}

/** A lead under the name of its first id. */
interface LeadSeen {
  readonly says: string;
  readonly amended: boolean;
}

/** What a sender can tell of a gateway: its responses, which ids it has, and the leads that the operator reads. */
interface Seen {
  readonly responses: readonly string[];
  readonly received: readonly string[];
  readonly leads: Readonly<Record<string, LeadSeen>>;
}

interface Gateway {
  post(params: Record<string, unknown>): Promise<string>;
  hasReceived(id: string): Promise<boolean>;
  lead(id: string): Promise<LeadSeen | undefined>;
}

function fakeGateway(): Gateway {
  const gateway = new FakeGateway();
  return {
    post: async (params) => {
      try {
        const { status, text } = gateway.receive(params);
        return `${status} ${text}`;
      } catch (failure) {
        if (!(failure instanceof MailFailure)) throw failure;
        return `${failure.status} ${failure.text}`;
      }
    },
    hasReceived: async (id) => gateway.submissions.has(id),
    lead: async (id) => {
      const lead = gateway.leads.get(id);
      if (!lead) return undefined;
      const answers = Object.fromEntries(JSON.parse(lead.answers) as [string, string][]);
      return { says: answers['dealership_name'] ?? '', amended: lead.versions > 1 };
    },
  };
}

const realGateway = ({ app, context, send }: TestApp): Gateway => ({
  post: async (params) => {
    const { status, text } = await send('inquiry', params);
    return `${status} ${text}`;
  },
  hasReceived: async (id) => {
    const response = await app.inject(`${receivedPath}?submission_id=${id}`);
    return (JSON.parse(response.body) as { received: boolean }).received;
  },
  lead: async (id) => {
    const { db } = context.storage;
    const lead = await db.selectFrom('leads').select(['answers', 'amended_at']).where('id', '=', id).executeTakeFirst();
    if (!lead) return undefined;
    const { dealership_name: says } = JSON.parse(lead.answers) as { dealership_name: string };
    return { says, amended: lead.amended_at !== null };
  },
});

/** Sends the steps one after the other, and looks at what has become of them. The names get ids of their own. */
async function play(gateway: Gateway, steps: readonly Step[]): Promise<Seen> {
  const names = [...new Set(steps.flatMap(({ id, amends = id }) => [id, amends]))].sort();
  const ids = new Map(names.map((name) => [name, mintId()]));
  const responses: string[] = [];
  for (const { id, amends, says } of steps) {
    const named = { submission_id: ids.get(id), ...(amends !== undefined && { amends: ids.get(amends) }) };
    responses.push(await gateway.post(inquiryParams({ dealership_name: says, ...named })));
  }
  const received: string[] = [];
  const leads: Record<string, LeadSeen> = {};
  for (const [name, id] of ids) {
    if (await gateway.hasReceived(id)) received.push(name);
    const lead = await gateway.lead(id);
    if (lead) leads[name] = lead;
  }
  return { responses, received, leads };
}

const ok = '200 OK';
const taken = `422 ${writeFieldErrors([idTaken])}`;
const amendedTo = (says: string): LeadSeen => ({ says, amended: true });
const storedAs = (says: string): LeadSeen => ({ says, amended: false });

/** Each with the responses, and with the leads that are there afterwards. */
const cases: readonly [string, readonly Step[], readonly string[], Seen['leads']][] = [
  ['a submission is a lead', [{ id: 'a', says: 'Alder' }], [ok], { a: storedAs('Alder') }],
  [
    'the same id with the same answers is the same lead',
    [
      { id: 'a', says: 'Alder' },
      { id: 'a', says: 'Alder' },
    ],
    [ok, ok],
    { a: storedAs('Alder') },
  ],
  [
    'the same id with spaces at the ends of the answers is the same lead',
    [
      { id: 'a', says: 'Alder' },
      { id: 'a', says: ' Alder\r\n' },
    ],
    [ok, ok],
    { a: storedAs('Alder') },
  ],
  [
    'the same id with other answers is refused, and changes nothing',
    [
      { id: 'a', says: 'Alder' },
      { id: 'a', says: 'Birch' },
    ],
    [ok, taken],
    { a: storedAs('Alder') },
  ],
  [
    'the same answers under two ids are two leads',
    [
      { id: 'a', says: 'Alder' },
      { id: 'b', says: 'Alder' },
    ],
    [ok, ok],
    { a: storedAs('Alder'), b: storedAs('Alder') },
  ],
  [
    'an amendment changes the lead of the first',
    [
      { id: 'a', says: 'Alder' },
      { id: 'b', amends: 'a', says: 'Birch' },
    ],
    [ok, ok],
    { a: amendedTo('Birch') },
  ],
  [
    'an amendment that comes twice changes it once',
    [
      { id: 'a', says: 'Alder' },
      { id: 'b', amends: 'a', says: 'Birch' },
      { id: 'b', amends: 'a', says: 'Birch' },
    ],
    [ok, ok, ok],
    { a: amendedTo('Birch') },
  ],
  [
    'the first that comes again after its amendment changes nothing',
    [
      { id: 'a', says: 'Alder' },
      { id: 'b', amends: 'a', says: 'Birch' },
      { id: 'a', says: 'Alder' },
    ],
    [ok, ok, ok],
    { a: amendedTo('Birch') },
  ],
  [
    'an amendment of a first that never came is the lead, under the id of the first',
    [{ id: 'b', amends: 'a', says: 'Birch' }],
    [ok],
    { a: storedAs('Birch') },
  ],
  [
    'a first that comes after its amendment is received, and changes nothing',
    [
      { id: 'b', amends: 'a', says: 'Birch' },
      { id: 'a', says: 'Alder' },
    ],
    [ok, ok],
    { a: storedAs('Birch') },
  ],
  [
    'an amendment of an amendment belongs to the lead of the first',
    [
      { id: 'a', says: 'Alder' },
      { id: 'b', amends: 'a', says: 'Birch' },
      { id: 'c', amends: 'b', says: 'Cedar' },
    ],
    [ok, ok, ok],
    { a: amendedTo('Cedar') },
  ],
  [
    'an amendment under an id that has other answers is refused',
    [
      { id: 'a', says: 'Alder' },
      { id: 'b', says: 'Birch' },
      { id: 'b', amends: 'a', says: 'Cedar' },
    ],
    [ok, ok, taken],
    { a: storedAs('Alder'), b: storedAs('Birch') },
  ],
];

const name = fc.constantFrom('a', 'b', 'c');
const step = fc.record(
  { id: name, amends: name, says: fc.constantFrom('Alder', 'Birch') },
  { requiredKeys: ['id', 'says'] },
);

eachEngine((under) => {
  describe('R13 the fake gateway and the server', () => {
    it.each(cases)('both: %s', async (_, steps, responses, leads) => {
      const real = await play(realGateway(await startApp(under)), steps);
      expect(real).toMatchObject({ responses, leads });
      expect(Object.keys(real.leads).sort()).toEqual(Object.keys(leads).sort());
      expect(await play(fakeGateway(), steps)).toEqual(real);
    });

    it('do the same with any submissions of three ids in any order', { timeout: 60_000 }, async () => {
      const server = realGateway(await startApp(under, wideLimits));
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
          expect(await play(fakeGateway(), steps)).toEqual(await play(server, steps));
        }),
        { numRuns: 60 },
      );
    });
  });
});
