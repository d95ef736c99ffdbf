import { expect, test } from 'vitest';
import type { Tables } from '#server/database/tables.ts';
import { carriedOver } from './carry-over.ts';
import type { outcomes } from './restore-outcomes.ts';

type Outcome = keyof typeof outcomes;

/**
 * - `carried-over`: as in the database that `--replaces` names;
 * - `always`: the same after every restore;
 * - `as-then`: as in the backup, because that harms nobody; where it is untrue the command or the list of outcomes says so.
 */
const treatmentOf: Readonly<Record<Outcome, 'carried-over' | 'always' | 'as-then'>> = {
  people: 'carried-over',
  factors: 'carried-over',
  schedule: 'carried-over',
  signedIn: 'always',
  programs: 'carried-over',
  codes: 'always',
  codeLinks: 'always',
  settings: 'carried-over',
  dealerships: 'carried-over',
  leads: 'carried-over',
  consents: 'carried-over',
  messages: 'carried-over',
  erasures: 'always',
  holds: 'carried-over',
  requests: 'always',
  sheets: 'as-then',
  swept: 'as-then',
  server: 'as-then',
};

/** The outcome of each table. A table without one is a type error here, so that a new table must be decided too. */
const outcomeOf: Readonly<Record<keyof Tables, Outcome>> = {
  people: 'people',
  presence: 'people',
  presence_changes: 'server',
  presence_deals: 'requests',
  staff_accounts: 'factors',
  staff_passkeys: 'factors',
  staff_recovery_codes: 'factors',
  staff_invitations: 'factors',
  staff_devices: 'signedIn',
  staff_links: 'signedIn',
  staff_sessions: 'signedIn',
  staff_used_challenges: 'signedIn',
  staff_notices: 'server',
  push_subscriptions: 'signedIn',
  push_keys: 'server',
  export_tickets: 'signedIn',
  schedules: 'schedule',
  schedule_exceptions: 'schedule',
  schedule_holidays: 'schedule',
  schedule_revisions: 'server',
  api_tokens: 'programs',
  webhook_endpoints: 'programs',
  webhook_events: 'server',
  webhook_tries: 'server',
  access_codes: 'codes',
  portal_sessions: 'codeLinks',
  code_links: 'codeLinks',
  settings: 'settings',
  dealerships: 'dealerships',
  dealership_contacts: 'dealerships',
  ended_contacts: 'dealerships',
  dealership_events: 'dealerships',
  store_sheets: 'sheets',
  leads: 'leads',
  lead_events: 'leads',
  lead_keys: 'server',
  leads_apart: 'sheets',
  submissions: 'consents',
  search_texts: 'server',
  messages: 'messages',
  message_events: 'server',
  erasure_certificates: 'erasures',
  erasure_heads: 'erasures',
  legal_holds: 'holds',
  record_sweeps: 'swept',
  agent_requests: 'requests',
  request_events: 'requests',
  agent_links: 'requests',
  request_deals: 'requests',
  request_ticks: 'requests',
  request_hand_offs: 'requests',
  calls: 'requests',
  rings: 'server',
  ring_people: 'server',
  alerts: 'server',
  audit_entries: 'server',
  audit_subjects: 'server',
  audit_heads: 'server',
  audit_checkpoints: 'server',
  audit_anchors: 'server',
  desk_changes: 'server',
  figure_days: 'server',
  measured_hours: 'server',
  up_spans: 'server',
  test_sends: 'server',
  write_probes: 'server',
};

test('R481 the list of what a restore carries over names the tables that are carried over, and no other', () => {
  const listed = Object.entries(outcomeOf).filter(([, outcome]) => treatmentOf[outcome] === 'carried-over');
  expect(carriedOver.map(({ table }) => table).toSorted()).toEqual(listed.map(([table]) => table).toSorted());
});
