import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/**
 * Every table with its indexes and its first rows, one feature after the other. A table comes after those that it refers to. It is one
 * long file so that the whole schema is read in one place.
 */
const schemaOf = ({ engine, time, json, autoIncrement }: EngineDialect): string => `
-- The forms that partners and dealers send: a lead, the submissions that made it, and its history at the desk.
create table leads (
  id text primary key,
  kind text not null,
  reference text not null,
  answers ${json} not null,
  flags ${json} not null,
  created_at ${time} not null,
  amended_at ${time},
  status text not null default 'new',
  version integer not null default 1,
  owner_id text,
  dealership_id text,
  due_at ${time},
  follow_up_at ${time},
  first_contact_at ${time},
  closed_at ${time},
  joined_at ${time},
  keyed_at ${time},
  joined_into_id text references leads (id) on delete set null,
  hold_id text,
  erased_at ${time},
  updated_at ${time} not null default '1970-01-01T00:00:00.000Z'
);
create index leads_by_arrival on leads (created_at, id);
create index leads_by_reference on leads (reference);
create index leads_open on leads (due_at, id) where joined_into_id is null and closed_at is null;
create index leads_open_by_status on leads (status, due_at, id) where joined_into_id is null and closed_at is null;
create index leads_open_by_owner on leads (owner_id, due_at, id) where joined_into_id is null and closed_at is null;
create index leads_closed on leads (closed_at, id) where joined_into_id is null and closed_at is not null;
create index leads_closed_by_status on leads (status, closed_at, id) where joined_into_id is null and closed_at is not null;
create index leads_closed_by_owner on leads (owner_id, closed_at, id) where joined_into_id is null and closed_at is not null;
create index leads_flagged on leads (due_at, id) where joined_into_id is null and flags <> '[]';
create index leads_by_dealership on leads (dealership_id) where joined_into_id is null;
create index leads_joined on leads (joined_into_id) where joined_into_id is not null;
create index leads_without_keys on leads (id) where keyed_at is null;
create index leads_by_change on leads (created_at, version);
create index leads_to_end on leads (created_at, id)
  where erased_at is null and hold_id is null and dealership_id is null and joined_into_id is null;
create index leads_held on leads (hold_id) where hold_id is not null;
create index leads_by_update on leads (updated_at, id);

create table submissions (
  id text primary key,
  lead_id text not null references leads (id) on delete cascade,
  kind text not null,
  fingerprint text not null,
  answers ${json} not null,
  submitted_date text not null,
  created_at ${time} not null,
  superseded_at ${time},
  replaced_by text,
  sms_consent_at ${time},
  sms_consent_version text,
  sms_consent_wording text
);
create index submissions_by_lead on submissions (lead_id);
create index submissions_by_fingerprint on submissions (fingerprint, created_at);
create unique index submissions_that_hold on submissions (lead_id) where replaced_by is null;
create index submissions_by_consent on submissions (sms_consent_version) where sms_consent_version is not null;

create table lead_events (
  id text primary key,
  lead_id text not null references leads (id) on delete cascade,
  at ${time} not null,
  kind text not null,
  by_id text,
  by_name text,
  detail ${json} not null
);
create index lead_events_by_lead on lead_events (lead_id, at, id);

create table lead_keys (
  lead_id text not null references leads (id) on delete cascade,
  kind text not null,
  value text not null,
  constraint lead_keys_key primary key (lead_id, kind, value)
);
create index lead_keys_by_value on lead_keys (value, kind, lead_id);

create table leads_apart (
  lead_id text not null references leads (id),
  other_id text not null references leads (id),
  at ${time} not null,
  by_id text,
  constraint leads_apart_pair primary key (lead_id, other_id)
);
create index leads_apart_other on leads_apart (other_id);

-- Dealerships with their contacts, history and store sheet. Two may share a name, and one that is removed keeps its row.
create table dealerships (
  id text primary key,
  name text not null,
  phone text,
  created_at ${time} not null,
  name_key text,
  zone text,
  sample_at ${time},
  removed_at ${time},
  version integer not null default 1,
  address text,
  website text,
  hours ${json},
  agreement_date text,
  closed_at ${time},
  lead_id text,
  hold_id text,
  erased_at ${time},
  updated_at ${time} not null default '1970-01-01T00:00:00.000Z'
);
create unique index dealerships_by_lead on dealerships (lead_id) where removed_at is null;
create index dealerships_in_order on dealerships (name_key, id);
create index dealerships_to_end on dealerships ((coalesce(closed_at, removed_at)), id)
  where coalesce(closed_at, removed_at) is not null and erased_at is null and hold_id is null;
create index dealerships_by_update on dealerships (updated_at, id);
create index dealerships_closed on dealerships (name_key, id) where removed_at is null and closed_at is not null;
create index dealerships_samples on dealerships (id) where sample_at is not null and removed_at is null;

create table dealership_contacts (
  id text primary key,
  dealership_id text not null references dealerships (id) on delete cascade,
  place integer not null,
  name text not null,
  role text not null,
  phone text,
  mail text,
  consent_submission_id text,
  consent_phone text
);
create index dealership_contacts_in_order on dealership_contacts (dealership_id, place);

create table dealership_events (
  id text primary key,
  dealership_id text not null references dealerships (id) on delete cascade,
  at ${time} not null,
  kind text not null,
  by_id text,
  detail ${json} not null
);
create index dealership_events_in_order on dealership_events (dealership_id, at, id);

create table store_sheets (
  dealership_id text primary key references dealerships (id) on delete cascade,
  version integer not null,
  fields ${json} not null
);

-- Access codes of dealerships, the links that show one once, and the sessions of the portal. A code or token is here as its hash only.
create table access_codes (
  id text primary key,
  number integer not null,
  hash text not null,
  dealership_id text references dealerships (id),
  created_at ${time} not null,
  expires_at ${time},
  revoked_at ${time},
  last_used_at ${time},
  replaced_at ${time},
  account_closed_at ${time}
);
create unique index access_codes_by_number on access_codes (number);
create unique index access_codes_by_hash on access_codes (hash);
create index access_codes_by_dealership on access_codes (dealership_id) where dealership_id is not null;
create index access_codes_held on access_codes (dealership_id, expires_at, last_used_at)
  where dealership_id is not null and revoked_at is null;
create index access_codes_never_used on access_codes (dealership_id, expires_at)
  where dealership_id is not null and revoked_at is null and last_used_at is null;

create table code_links (
  id text primary key,
  token_hash text not null unique,
  dealership_id text not null references dealerships (id) on delete cascade,
  contact_name text not null,
  mail text,
  phone text,
  by_id text,
  grace_hours integer not null,
  created_at ${time} not null,
  expires_at ${time} not null,
  used_at ${time},
  ended_at ${time},
  claim_hash text,
  code_id text references access_codes (id) on delete set null,
  earlier_holds_until ${time}
);
create index code_links_by_dealership on code_links (dealership_id, created_at);
create index code_links_by_code on code_links (code_id);
create index code_links_by_end on code_links (expires_at);

create table portal_sessions (
  id text primary key,
  token_hash text not null unique,
  code_id text not null references access_codes (id) on delete cascade,
  created_at ${time} not null,
  expires_at ${time} not null,
  ended_at ${time}
);
create index portal_sessions_by_end on portal_sessions (expires_at);
create index portal_sessions_by_code on portal_sessions (code_id);

-- People of the desk. Of those who have a role no two share a mail address, because it signs in. One who is removed keeps the row.
create table people (
  id text primary key,
  name text not null,
  phone text,
  mail text,
  created_at ${time} not null,
  on_shift_at ${time},
  mail_key text,
  role text,
  on_call_at ${time},
  removed_at ${time},
  version integer not null default 1,
  shift_decided_at ${time},
  off_due_at ${time},
  licensed_states ${json} not null default '[]',
  erased_at ${time}
);
create unique index people_by_name on people (name) where removed_at is null;
create unique index people_by_mail on people (mail_key) where removed_at is null and role is not null;
create index people_to_end on people (removed_at, id) where removed_at is not null and erased_at is null;

-- Staff accounts with their factors, sessions, known devices, links and invitations. A token is here as a keyed hash only.
create table staff_accounts (
  person_id text primary key references people (id),
  password_hash text not null,
  password_changed_at ${time} not null,
  totp_secret text,
  totp_added_at ${time},
  totp_used_step integer,
  wrong_codes integer not null default 0,
  created_at ${time} not null
);

create table staff_passkeys (
  id text primary key,
  person_id text not null references people (id),
  name text not null,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  device_type text not null,
  created_at ${time} not null,
  used_at ${time}
);
create index staff_passkeys_by_person on staff_passkeys (person_id);

create table staff_recovery_codes (
  hash text primary key,
  person_id text not null references people (id),
  created_at ${time} not null,
  used_at ${time}
);
create index staff_recovery_codes_by_person on staff_recovery_codes (person_id);

create table staff_devices (
  id text not null,
  person_id text not null references people (id),
  wrong_codes integer not null default 0,
  created_at ${time} not null,
  used_at ${time} not null,
  constraint staff_devices_pkey primary key (person_id, id)
);
create index staff_devices_by_use on staff_devices (used_at);

create table staff_links (
  id text primary key,
  kind text not null,
  token_hash text not null unique,
  person_id text references people (id),
  created_at ${time} not null,
  expires_at ${time} not null,
  used_at ${time},
  ended_at ${time}
);
create index staff_links_by_person on staff_links (person_id, kind);
create index staff_links_by_end on staff_links (expires_at);

create table staff_invitations (
  id text primary key references staff_links (id) on delete cascade,
  person_id text not null references people (id),
  invited_by text not null references people (id),
  role text not null,
  code text,
  wrong_codes integer not null default 0,
  accepted_name text,
  accepted_at ${time},
  confirmed_at ${time},
  ended_at ${time}
);
create index staff_invitations_by_person on staff_invitations (person_id);
create index staff_invitations_by_inviter on staff_invitations (invited_by);

create table staff_sessions (
  id text primary key,
  token_hash text not null unique,
  person_id text not null references people (id),
  stage text not null,
  role text,
  device text not null,
  device_id text,
  created_at ${time} not null,
  expires_at ${time} not null,
  active_at ${time} not null,
  proved_at ${time},
  locked_at ${time},
  ended_at ${time},
  device_link_at ${time},
  wrong_codes integer not null default 0,
  new_password_hash text,
  new_totp_secret text
);
create index staff_sessions_by_person on staff_sessions (person_id);
create index staff_sessions_by_end on staff_sessions (expires_at);

create table staff_used_challenges (
  hash text primary key,
  expires_at ${time} not null
);
create index staff_used_challenges_by_end on staff_used_challenges (expires_at);

create table staff_notices (
  id text primary key,
  kind text not null,
  person_id text not null references people (id),
  about_id text not null references people (id),
  device text not null,
  created_at ${time} not null
);
create index staff_notices_by_person on staff_notices (person_id);
create index staff_notices_by_subject on staff_notices (about_id);
create index staff_notices_by_time on staff_notices (created_at);

-- Weekly hours with exceptions and holidays, and a number that each change of them counts up.
create table schedules (
  person_id text primary key,
  week ${json},
  version integer not null,
  changed_at ${time} not null
);

create table schedule_exceptions (
  person_id text not null,
  date text not null,
  periods ${json},
  note text not null,
  version integer not null,
  changed_at ${time} not null,
  constraint schedule_exceptions_key primary key (person_id, date)
);
create index schedule_exceptions_by_date on schedule_exceptions (date);

create table schedule_holidays (
  date text primary key,
  name text not null,
  periods ${json},
  version integer not null,
  changed_at ${time} not null
);

create table schedule_revisions (
  id text primary key,
  revision integer not null
);
insert into schedule_revisions (id, revision) values ('schedule', 0);

-- Requests for an agent with their history, links, deal, jacket and hand-offs; and calls that were logged by hand.
create table agent_requests (
  id text primary key,
  version bigint not null,
  reference text not null,
  session_id text references portal_sessions (id) on delete set null,
  code_id text not null references access_codes (id),
  dealership_id text not null references dealerships (id),
  dealership_name text not null,
  dealer_phone text,
  request_type text not null,
  additional_info text not null,
  fingerprint text not null,
  sms_status text not null,
  anydesk text,
  created_at ${time} not null,
  expires_at ${time} not null,
  sent_at ${time},
  delivered_at ${time},
  accepted_at ${time},
  accepted_link_id text,
  accepted_by text,
  connected_at ${time},
  ended_at ${time},
  outcome text,
  handed_back_at ${time},
  handed_back_by text,
  nobody_left_at ${time},
  late_told_at ${time},
  closing_at ${time},
  closing_as text,
  disposition text,
  closing_note text,
  callback_name text,
  same_named integer,
  signing_at ${time},
  waits_for_id text,
  waits_for text,
  reopened_at ${time},
  first_accepted_at ${time},
  first_accepted_link_id text,
  first_connected_at ${time},
  missed_at ${time},
  erased_at ${time},
  notes_erased_at ${time},
  updated_at ${time} not null default '1970-01-01T00:00:00.000Z'
);
create index agent_requests_by_session on agent_requests (session_id);
create index agent_requests_by_dealership on agent_requests (dealership_id, created_at);
create index agent_requests_by_arrival on agent_requests (created_at, id);
create index agent_requests_by_code on agent_requests (code_id);
create index agent_requests_open on agent_requests (expires_at) where ended_at is null;
create index agent_requests_open_by_session on agent_requests (session_id) where ended_at is null;
create index agent_requests_open_by_dealership on agent_requests (dealership_id) where ended_at is null;
create index agent_requests_ended on agent_requests (ended_at);
create index agent_requests_by_reference on agent_requests (reference);
create index agent_requests_by_change on agent_requests (created_at, version);
create index agent_requests_to_end on agent_requests (ended_at, id) where ended_at is not null and erased_at is null;
create index agent_requests_noted on agent_requests (ended_at, id) where ended_at is not null and notes_erased_at is null;
create index agent_requests_with_anydesk on agent_requests (ended_at, id) where ended_at is not null and anydesk is not null;
create index agent_requests_by_update on agent_requests (updated_at, id);

create table request_events (
  seq ${autoIncrement} primary key,
  request_id text not null references agent_requests (id) on delete cascade,
  kind text not null,
  at ${time} not null,
  detail text
);
create index request_events_by_request on request_events (request_id, seq);

create table agent_links (
  id text primary key,
  request_id text not null references agent_requests (id) on delete cascade,
  name text not null,
  token_hash text not null unique,
  created_at ${time} not null,
  person_id text,
  asked_at ${time},
  declined_at ${time}
);
create index agent_links_by_request on agent_links (request_id);

create table request_deals (
  request_id text primary key references agent_requests (id) on delete cascade,
  version integer not null,
  dms_deal_number text,
  stock_number text,
  lender text,
  products ${json} not null,
  vehicle text,
  minutes integer,
  not_billed_reason text,
  changed_at ${time} not null
);

create table request_ticks (
  request_id text not null references agent_requests (id) on delete cascade,
  item text not null,
  label text not null,
  ticked_at ${time} not null,
  ticked_by text not null,
  person_id text not null,
  constraint request_ticks_key primary key (request_id, item)
);

create table request_hand_offs (
  id text primary key,
  request_id text not null references agent_requests (id) on delete cascade,
  from_name text not null,
  to_name text,
  at ${time} not null,
  stage text not null,
  lender text not null,
  products ${json} not null,
  open_stipulations text not null,
  promised text not null
);
create index request_hand_offs_by_request on request_hand_offs (request_id, at);

create table calls (
  id text primary key,
  reference text not null,
  dealership_id text not null references dealerships (id),
  dealership_name text not null,
  request_type text not null,
  note text not null,
  disposition text not null,
  minutes integer,
  person_id text not null,
  logged_by text not null,
  created_at ${time} not null,
  erased_at ${time},
  notes_erased_at ${time}
);
create index calls_by_reference on calls (reference);
create index calls_by_dealership on calls (dealership_id, created_at);
create index calls_by_arrival on calls (created_at, id);
create index calls_to_end on calls (created_at, id) where erased_at is null;
create index calls_noted on calls (created_at, id) where notes_erased_at is null;

-- Where each person stands, since when, and with which request.
create table presence (
  person_id text primary key,
  state text not null,
  since ${time} not null,
  shift_at ${time}
);

create table presence_changes (
  seq ${autoIncrement} primary key,
  person_id text not null,
  state text not null,
  at ${time} not null,
  cause text not null,
  request_id text
);
create index presence_changes_by_person on presence_changes (person_id, seq);
create index presence_changes_by_time on presence_changes (at, seq);
create index presence_changes_of_person on presence_changes (person_id, at, seq);

create table presence_deals (
  request_id text primary key references agent_requests (id) on delete cascade,
  person_id text not null,
  since ${time} not null
);
create index presence_deals_by_person on presence_deals (person_id);

-- Rings with the people whom they reach, and the browsers that get a push.
create table rings (
  id text primary key,
  request_id text not null references agent_requests (id) on delete cascade,
  asked_at ${time} not null,
  stage integer not null,
  stage_at ${time} not null,
  ended_at ${time},
  ended_as text,
  constraint rings_once unique (request_id, asked_at)
);
create index rings_open on rings (asked_at) where ended_at is null;
create index rings_ended on rings (ended_at) where ended_at is not null;

create table ring_people (
  ring_id text not null references rings (id) on delete cascade,
  person_id text not null,
  stage integer not null,
  rung_at ${time} not null,
  pushed_at ${time} not null,
  seen_at ${time},
  stopped_at ${time},
  constraint ring_people_once primary key (ring_id, person_id, stage)
);

create table push_keys (
  id text primary key,
  public_key text not null,
  sealed_private_key text not null,
  created_at ${time} not null
);

create table push_subscriptions (
  id text primary key,
  person_id text not null,
  session_id text not null,
  endpoint text not null,
  endpoint_hash text not null unique,
  p256dh text not null,
  auth text not null,
  created_at ${time} not null
);
create index push_subscriptions_by_person on push_subscriptions (person_id);
create index push_subscriptions_by_session on push_subscriptions (session_id);

-- Messages to people and programs. subject_id is what a message is about, and detail_id a link. A partial index is used where a query
-- says its condition in the same words: server/outbox/conditions.ts has them.
create table messages (
  id text primary key,
  kind text not null,
  channel text not null,
  recipient text not null,
  counts_for text,
  created_at ${time} not null,
  due_at ${time} not null,
  attempts integer not null default 0,
  lease_token text,
  lease_until ${time},
  retried_at ${time},
  last_error text,
  sent_at ${time},
  unsure_at ${time},
  expires_at ${time},
  provider_id text,
  delivered_at ${time},
  subject_id text not null,
  detail_id text,
  state text not null,
  failure_told_at ${time},
  failed_at ${time},
  shift_told_at ${time}
);
create index messages_by_mailbox on messages (counts_for, kind, created_at) where counts_for is not null;
create index messages_to_send on messages (channel, due_at) where state in ('held', 'waiting', 'unsure');
create index messages_leased on messages (channel, lease_until) where lease_token is not null;
create index messages_by_subject on messages (subject_id, channel);
create index messages_by_end on messages (channel, expires_at)
  where state in ('held', 'waiting', 'unsure', 'failed') and expires_at is not null;
create index messages_failed_untold on messages (channel, id) where state = 'failed' and failure_told_at is null;
create index messages_newest on messages (channel, created_at, id);
create index messages_unsent_newest on messages (channel, created_at, id) where state in ('held', 'waiting', 'unsure');
create index messages_failed_newest on messages (channel, created_at, id) where state = 'failed';
create index messages_expired_newest on messages (channel, created_at, id) where state = 'expired';
create index messages_failed_unattended on messages (channel, failed_at) where state = 'failed' and shift_told_at is null;
create index messages_by_recipient on messages ((lower(recipient)${engine === 'postgres' ? ' collate "C"' : ''}), created_at, id);
create index messages_to_post on messages (recipient, due_at)
  where channel = 'webhook' and state in ('held', 'waiting', 'unsure');
create index messages_posted on messages (recipient, created_at, id) where channel = 'webhook';
create index messages_unfinished on messages (state, channel, due_at) where state in ('held', 'waiting', 'unsure', 'failed');

create table message_events (
  seq ${autoIncrement} primary key,
  message_id text not null references messages (id) on delete cascade,
  at ${time} not null,
  kind text not null,
  attempt integer not null,
  step text,
  said text,
  person_id text
);
create index message_events_by_message on message_events (message_id, seq);

-- Alerts to the operator.
create table alerts (
  id text primary key,
  kind text not null,
  about text not null,
  request_id text references agent_requests (id) on delete cascade,
  count integer,
  raised_at ${time} not null,
  handled_at ${time},
  unsent text,
  constraint alerts_once unique (kind, about)
);
create index alerts_by_arrival on alerts (raised_at, id);
create index alerts_by_kind on alerts (kind, raised_at);
create index alerts_open on alerts (raised_at) where handled_at is null;
create index alerts_by_request on alerts (request_id) where request_id is not null;

-- Webhooks: where events are sent to, which event a delivery is about, and each try with its request and answer.
create table webhook_endpoints (
  id text primary key,
  name text not null,
  url text not null,
  events ${json} not null,
  sealed_secret text not null,
  earlier_secret text,
  earlier_until ${time},
  version integer not null default 1,
  created_at ${time} not null,
  created_by text,
  failing_since ${time},
  disabled_at ${time},
  disabled_why text,
  removed_at ${time}
);

create table webhook_events (
  id text primary key,
  type text not null,
  subject_id text not null,
  at ${time} not null
);
create index webhook_events_by_subject on webhook_events (subject_id);
create index webhook_events_by_time on webhook_events (at);

create table webhook_tries (
  seq ${autoIncrement} primary key,
  message_id text not null,
  event_id text not null,
  at ${time} not null,
  attempt integer not null,
  result text not null,
  said text,
  address text,
  request_headers ${json},
  request_body text,
  status integer,
  answer text,
  took_ms integer
);
create index webhook_tries_of_message on webhook_tries (message_id, seq);
create index webhook_tries_of_event on webhook_tries (event_id);
create index webhook_tries_by_time on webhook_tries (at);

-- What the consoles follow, settings, tests that a person sends, exports that were begun, and tokens of other programs.
create table desk_changes (
  seq ${engine === 'sqlite' ? 'integer primary key autoincrement' : 'bigserial primary key'},
  topic text not null,
  about text
);

create table settings (
  name text primary key,
  value text not null,
  changed_at ${time} not null,
  version integer not null default 1
);

create table test_sends (
  id text primary key,
  kind text not null,
  recipient text not null,
  person_id text,
  created_at ${time} not null,
  taken_at ${time},
  step text,
  said text,
  token_hash text unique,
  pressed_at ${time}
);
create index test_sends_newest on test_sends (kind, created_at);
create index test_sends_by_age on test_sends (created_at, id);

create table export_tickets (
  id text primary key,
  session_id text not null,
  kind text not null,
  filter ${json} not null,
  expires_at ${time} not null
);

create table api_tokens (
  id text primary key,
  name text not null,
  token_hash text not null unique,
  scopes ${json} not null,
  created_at ${time} not null,
  created_by text,
  expires_at ${time} not null,
  last_used_at ${time},
  revoked_at ${time}
);

-- The audit log: entries in a chain, what each is about, the chain's head, what was pruned, and the heads that were mailed. A hash covers
-- the detail as it was written, and jsonb would write it anew.
create table audit_entries (
  seq bigint primary key,
  at ${time} not null,
  by_id text,
  action text not null,
  detail text not null,
  hash text not null
);
create index audit_entries_by_time on audit_entries (at, seq);
create index audit_entries_by_person on audit_entries (by_id, seq);
create index audit_entries_by_action on audit_entries (action, seq);

create table audit_subjects (
  seq bigint not null references audit_entries (seq) on delete cascade,
  kind text not null,
  subject_id text not null,
  constraint audit_subjects_pkey primary key (seq, kind, subject_id)
);
create index audit_subjects_by_subject on audit_subjects (kind, subject_id, seq);
create index audit_subjects_by_kind on audit_subjects (kind, seq);

create table audit_heads (
  id text primary key,
  seq bigint not null,
  hash text not null,
  mailed_at ${time},
  mailed_seq bigint
);
insert into audit_heads (id, seq, hash) values ('head', 0, '');

create table audit_checkpoints (
  seq bigint primary key,
  hash text not null,
  made_at ${time} not null,
  seal text not null
);

create table audit_anchors (
  id text primary key,
  seq bigint not null,
  hash text not null,
  made_at ${time} not null
);

-- Legal holds, reports of the nightly sweep, and certificates of erasures up to where the database has what the erasures file has.
create table legal_holds (
  id text primary key,
  kind text not null,
  subject_id text not null,
  reason text not null,
  set_by_id text,
  set_at ${time} not null,
  ended_by_id text,
  ended_at ${time}
);
create index legal_holds_of_subject on legal_holds (kind, subject_id, set_at);
create index legal_holds_standing on legal_holds (set_at, id) where ended_at is null;
create index legal_holds_ended on legal_holds (ended_at, id) where ended_at is not null;

create table record_sweeps (
  id text primary key,
  night text not null unique,
  started_at ${time} not null,
  lease_until ${time} not null,
  lease_token text not null,
  ended_at ${time},
  planned ${json} not null,
  foreseen ${json} not null,
  taken ${json} not null,
  kept ${json} not null,
  doubt text,
  confirmed_at ${time},
  confirmed_by_id text
);
create index record_sweeps_newest on record_sweeps (started_at, id);

create table erasure_certificates (
  seq integer primary key,
  id text not null unique,
  at ${time} not null,
  by_id text,
  reason text not null,
  items ${json} not null,
  seal text not null,
  hash text not null,
  again_at ${time}
);

create table erasure_heads (
  id text primary key,
  seq integer not null,
  seal text not null,
  file_id text
);
insert into erasure_heads (id, seq, seal) values ('head', 0, '');

-- Figures of days that are over, when a server answered its own probe, and what was counted at each full hour. Nobody looks into the facts
-- by SQL.
create table figure_days (
  kind text not null,
  day text not null,
  zone text not null,
  state text not null,
  facts text not null,
  constraint figure_days_key primary key (kind, day, zone)
);

create table up_spans (
  id text primary key,
  started_at ${time} not null,
  seen_at ${time} not null
);
create index up_spans_by_end on up_spans (seen_at, id);
create index up_spans_by_start on up_spans (started_at);

create table measured_hours (
  as_of ${time} not null,
  form integer not null,
  facts text not null,
  constraint measured_hours_key primary key (as_of, form)
);

-- A row that is written to see whether anything can be; and limits that replicas share. Every request counts there, so none waits for the
-- disk, and a crash of PostgreSQL may empty the table.
create table write_probes (
  id text primary key,
  written_at ${time} not null
);

create ${engine === 'postgres' ? 'unlogged ' : ''}table limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index limits_by_end on limits (expire);
`;

/** Texts that a search looks through. FTS5 keeps no copy of them: it reads them from the table that they are in. */
const sqliteSearch = [
  `create table search_texts (
    n integer primary key,
    kind text not null,
    id text not null,
    text text not null,
    unique (kind, id)
  )`,
  `create virtual table search_index using fts5 (
    text, content = 'search_texts', content_rowid = 'n', tokenize = 'trigram case_sensitive 1'
  )`,
  // What is deleted leaves the index at once, and not only when its parts are merged one day.
  "insert into search_index (search_index, rank) values ('secure-delete', 1)",
  `create trigger search_texts_insert after insert on search_texts begin
    insert into search_index (rowid, text) values (new.n, new.text);
  end`,
  `create trigger search_texts_delete after delete on search_texts begin
    insert into search_index (search_index, rowid, text) values ('delete', old.n, old.text);
  end`,
  `create trigger search_texts_update after update on search_texts begin
    insert into search_index (search_index, rowid, text) values ('delete', old.n, old.text);
    insert into search_index (rowid, text) values (new.n, new.text);
  end`,
];

/**
 * A database user may make the extension that the index needs who has CREATE on the database, because pg_trgm is trusted. Without it a
 * search reads every text, see docs/decisions/0062.
 */
const postgresSearch = [
  'create table search_texts (kind text not null, id text not null, text text not null, primary key (kind, id))',
  `do $$ begin
    create extension if not exists pg_trgm;
    create index search_texts_by_trigram on search_texts using gin (text gin_trgm_ops);
  exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
    raise warning 'pg_trgm could not be created: %', sqlerrm;
  end $$`,
];

/** The schema as it was when the first 33 migrations became one (docs/decisions/0243). Later migrations change it. */
export async function up(db: Kysely<unknown>, dialect: EngineDialect): Promise<void> {
  const tables = schemaOf(dialect).trim().split(/;\n+/);
  const search = dialect.engine === 'sqlite' ? sqliteSearch : postgresSearch;
  for (const statement of [...tables, ...search]) await sql.raw(statement).execute(db);
}
