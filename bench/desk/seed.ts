/**
 * Fills a database fast with obviously fictional leads and requests of the last two years. The benchmarks of the desk and of its
 * screens begin with it. Rows are stored as the features store them, but in large transactions and without their mails.
 */
import type { Insertable } from 'kysely';
import { brand } from '#brand/brand.ts';
import { lists } from '#brand/lists.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { writeSearchText } from '#server/search/service.ts';
import { createRandom, type Random } from '../../tests/support/random.ts';

const yearsMs = 2 * 365 * 24 * 3_600_000;
/** Rows of one transaction, and of one statement. */
const transactionRows = 2000;
const statementRows = 250;

const places =
  'Harbor,Granite,Pine,Copper,Willow,Summit,Prairie,Cedar,Juniper,Lantern,Meadow,Quarry,Raven,Sable,Timber'.split(',');
const things =
  'Point,Ridge,Valley,Creek,Gate,Field,Hollow,Landing,Crossing,Bluff,Grove,Harvest,Mill,Orchard,Pass'.split(',');
const trades = 'Motors,Auto Sales,Cars,Automotive,Auto Group,Pre-Owned,Truck Center,Imports'.split(',');
const firstNames =
  'Ada,Björn,Chloé,Dana,Eino,Fay,Gael,Ines,Jonas,Kaya,Lior,Mira,Noé,Oda,Priya,Quinn,Rosa,Sven,Tove,Uma'.split(',');
const lastNames =
  'Quill,Brandt,Okafor,Lindqvist,Marsh,Novák,Ortega,Pell,Ruíz,Sato,Thorne,Vance,Whitcomb,Yilmaz,Zoltan'.split(',');
const towns = 'Portland ME,Dayton OH,Mesa AZ,Tulsa OK,Salem OR,Macon GA,Boise ID,Fargo ND'.split(',');

interface SeedOptions {
  /** The number of leads. Half as many requests are stored. */
  readonly leads: number;
  readonly now: Date;
}

export interface Seeded {
  readonly leadIds: readonly string[];
  readonly requestIds: readonly string[];
  readonly dealershipIds: readonly string[];
}

const two = (n: number) => String(n).padStart(2, '0');

/** Makes names, numbers and answers that nobody has: telephone numbers begin with 555-01, mail addresses are at `.example`. */
function fiction(random: Random) {
  const { pick } = random;
  const below = (most: number) => random.between(0, most - 1);
  const company = () => `${pick(places)} ${pick(things)} ${pick(trades)}`;
  const phone = () => `(${200 + below(700)}) 555-01${two(below(100))}`;
  function answers(kind: 'inquiry' | 'intake'): Record<string, string | boolean> {
    const [first, last, name, town] = [pick(firstNames), pick(lastNames), company(), pick(towns)];
    const mail = `${first}.${last}.${below(100_000)}@${name.replace(/\W/g, '')}.example`.toLowerCase();
    const street = `${1 + below(999)} ${pick(places)} Street\n${town}`;
    if (kind === 'inquiry') {
      return {
        dealership_name: name,
        first_name: first,
        last_name: last,
        phone_number: phone(),
        email: mail,
        dealership_website: '',
        dealer_address: street,
        dealer_type: 'Used Car Dealer',
        dms_provider: 'Not Sure',
        crm_provider: 'HubSpot',
        units_sold_per_month: '51-100 per month',
      };
    }
    return {
      business_name: `${name} LLC`,
      dba: name,
      business_phone: phone(),
      business_email: mail,
      personal_phone: phone(),
      sms_consent: false,
      business_address: street,
      dealer_type: 'Independent',
      inventory_type: 'Auto',
      entity_type: 'LLC',
      how_did_you_hear: 'A friend',
      current_dms: 'Frazer',
      representative: lists.representatives[0] ?? '',
      units_sold_per_month: String(below(200)),
      flooring_line: 'NextGear',
    };
  }
  return { pick, below, company, phone, answers };
}

async function insert<Table extends keyof Tables>(
  { transaction }: Pick<Storage, 'transaction'>,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  for (let first = 0; first < rows.length; first += transactionRows) {
    await transaction(async (trx) => {
      for (let from = first; from < Math.min(first + transactionRows, rows.length); from += statementRows) {
        const slice = rows.slice(from, Math.min(from + statementRows, first + transactionRows));
        await trx
          .insertInto(table)
          .values(slice as never)
          .execute();
      }
    });
  }
}

async function seedLeads(storage: Storage, { leads, now }: SeedOptions, random: Random): Promise<string[]> {
  const { pick, below, answers } = fiction(random);
  const ids: string[] = [];
  for (let first = 0; first < leads; first += transactionRows) {
    const batch = Array.from({ length: Math.min(transactionRows, leads - first) }, (_, at) => {
      const id = mintId();
      const kind = below(3) === 0 ? ('intake' as const) : ('inquiry' as const);
      const created = new Date(now.getTime() - yearsMs + ((first + at) * yearsMs) / leads);
      const given = answers(kind);
      const created_at = created.toISOString();
      // All that came in the last month is open, and one in fifty of the older ones.
      const isOpen = now.getTime() - created.getTime() < 30 * 24 * 3_600_000 || below(50) === 0;
      const lead = {
        id,
        kind,
        reference: referenceOf(id),
        answers: JSON.stringify(given),
        flags: below(40) === 0 ? '["too-fast"]' : '[]',
        created_at,
        due_at: new Date(created.getTime() + 24 * 3_600_000).toISOString(),
        keyed_at: created_at,
        status: isOpen
          ? pick(['new', 'contacted', 'qualified'] as const)
          : pick(['won', 'lost', 'lost', 'spam'] as const),
        closed_at: isOpen ? null : new Date(created.getTime() + 3 * 24 * 3_600_000).toISOString(),
        first_contact_at: isOpen ? null : new Date(created.getTime() + below(2000) * 60_000).toISOString(),
      };
      const submission = {
        id,
        lead_id: id,
        kind,
        fingerprint: id,
        answers: lead.answers,
        submitted_date: '',
        created_at,
      };
      const phone = String(given['phone_number'] ?? given['business_phone']).replace(/\D/g, '');
      const mail = String(given['email'] ?? given['business_email']);
      const name = String(given['dealership_name'] ?? given['dba']).toLowerCase();
      const keys = [
        { lead_id: id, kind: 'phone' as const, value: `+1${phone}` },
        { lead_id: id, kind: 'mail' as const, value: mail },
        { lead_id: id, kind: 'name' as const, value: name },
      ];
      return { lead, submission, keys, text: [lead.reference, ...Object.values(given)].join('\n') };
    });
    await insert(
      storage,
      'leads',
      batch.map(({ lead }) => lead),
    );
    await insert(
      storage,
      'submissions',
      batch.map(({ submission }) => submission),
    );
    await insert(
      storage,
      'lead_keys',
      batch.flatMap(({ keys }) => keys),
    );
    await storage.transaction(async (trx) => {
      for (const { lead, text } of batch) await writeSearchText(trx, 'lead', lead.id, text);
    });
    for (const { lead } of batch) ids.push(lead.id);
  }
  return ids;
}

async function seedDealerships(storage: Storage, count: number, now: Date, random: Random) {
  const { company, phone } = fiction(random);
  const created_at = new Date(now.getTime() - yearsMs).toISOString();
  const dealerships = Array.from({ length: count }, (_, n) => {
    const name = `${company()} ${n + 1}`;
    return { id: mintId(), name, name_key: name.toLowerCase(), phone: phone(), zone: brand.timeZone, created_at };
  });
  await insert(storage, 'dealerships', dealerships);
  await storage.transaction(async (trx) => {
    for (const { id, name, phone: number } of dealerships)
      await writeSearchText(trx, 'dealership', id, `${name}\n${number}`);
  });
  const codes = dealerships.map(({ id }, n) => ({
    id: mintId(),
    number: 1000 + n,
    hash: mintId(),
    dealership_id: id,
    created_at,
  }));
  await insert(storage, 'access_codes', codes);
  return { dealerships, codes };
}

async function seedRequests(storage: Storage, { leads, now }: SeedOptions, random: Random) {
  const requests = Math.floor(leads / 2);
  const { pick, below } = fiction(random);
  const { dealerships, codes } = await seedDealerships(storage, Math.max(10, Math.floor(requests / 200)), now, random);
  const ids: string[] = [];
  for (let first = 0; first < requests; first += transactionRows) {
    const batch = Array.from({ length: Math.min(transactionRows, requests - first) }, (_, at) => {
      const n = below(dealerships.length);
      const [dealership, code] = [dealerships[n], codes[n]];
      if (!dealership || !code) throw new Error('There is one for each number');
      const id = mintId();
      const created = now.getTime() - yearsMs + ((first + at) * yearsMs) / requests;
      const after = (minutes: number) => new Date(created + minutes * 60_000).toISOString();
      const taken = below(12) > 0;
      const accepted_at = taken ? after(1 + below(3)) : null;
      const connected_at = taken ? after(4 + below(4)) : null;
      return {
        id,
        version: first + at + 1,
        reference: referenceOf(id),
        code_id: code.id,
        dealership_id: dealership.id,
        dealership_name: dealership.name,
        dealer_phone: dealership.phone,
        request_type: pick(['active_deal', 'custom_request'] as const),
        additional_info: '',
        fingerprint: id,
        sms_status: 'going' as const,
        created_at: after(0),
        expires_at: after(15),
        accepted_at,
        first_accepted_at: accepted_at,
        accepted_by: taken ? pick(firstNames) : null,
        connected_at,
        first_connected_at: connected_at,
        missed_at: taken ? null : after(15),
        ended_at: after(taken ? 25 + below(60) : 15),
        outcome: taken ? ('done' as const) : ('expired' as const),
        disposition: taken ? pick(['contracted_retail', 'help_only'] as const) : null,
      };
    });
    await insert(storage, 'agent_requests', batch);
    for (const { id } of batch) ids.push(id);
  }
  return { requestIds: ids, dealershipIds: dealerships.map(({ id }) => id) };
}

/** Fills a migrated database with leads, dealerships and their requests. Returns the ids of all of them. */
export async function seedDesk(storage: Storage, options: SeedOptions): Promise<Seeded> {
  const random = createRandom(1);
  const leadIds = await seedLeads(storage, options, random);
  return { leadIds, ...(await seedRequests(storage, options, random)) };
}
