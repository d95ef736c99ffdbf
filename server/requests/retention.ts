import { legal } from '#brand/legal.ts';
import { soonerEnding } from '#contract/record-classes.ts';
import { blankedWith, deletedWith, type FeatureRetention, type KindFacts } from '#server/record-kind.ts';

export const requestFacts: KindFacts = { name: 'requests', class: 'transaction', startsAt: 'the request ended' };

export const anydeskFacts: KindFacts = {
  name: soonerEnding.anydesk.name,
  class: soonerEnding.anydesk.class,
  startsAt: 'the request ended',
  keptFor: legal.sooner.anydesk,
};

export const noteFacts: KindFacts = {
  name: 'notes',
  class: soonerEnding.notes.class,
  startsAt: 'the request ended',
  keptFor: legal.sooner.notes,
};

export const callFacts: KindFacts = { name: 'calls', class: 'transaction', startsAt: 'the call was logged' };

export const callNoteFacts: KindFacts = {
  name: 'notes of calls',
  class: soonerEnding.notes.class,
  startsAt: 'the call was logged',
  keptFor: legal.sooner.notes,
};

export const requestRetention: FeatureRetention<
  | 'agent_requests'
  | 'request_events'
  | 'agent_links'
  | 'request_deals'
  | 'request_ticks'
  | 'request_hand_offs'
  | 'calls'
> = {
  tables: {
    agent_requests: {
      id: 'key',
      version: 'nobody',
      reference: 'key',
      session_id: 'key',
      code_id: 'key',
      dealership_id: 'key',
      dealership_name: blankedWith('requests').notSought('the name of a dealership, which is found itself'),
      dealer_phone: blankedWith('requests').foundAs('request'),
      request_type: 'nobody',
      additional_info: blankedWith('notes').foundAs('request'),
      fingerprint: blankedWith('requests').notSought('a hash, which names nobody'),
      sms_status: 'nobody',
      anydesk: blankedWith('AnyDesk addresses').notSought('a number of a computer, given with the request'),
      created_at: 'nobody',
      expires_at: 'nobody',
      sent_at: 'nobody',
      delivered_at: 'nobody',
      accepted_at: 'nobody',
      accepted_link_id: 'key',
      accepted_by: blankedWith('requests').foundAs('staff'),
      connected_at: 'nobody',
      ended_at: 'nobody',
      outcome: 'nobody',
      handed_back_at: 'nobody',
      handed_back_by: blankedWith('requests').foundAs('staff'),
      nobody_left_at: 'nobody',
      late_told_at: 'nobody',
      closing_at: 'nobody',
      closing_as: 'nobody',
      disposition: 'nobody',
      closing_note: blankedWith('notes').foundAs('request'),
      callback_name: blankedWith('notes').foundAs('request'),
      same_named: 'nobody',
      instead_of: 'key',
      answers_id: 'key',
      signing_at: 'nobody',
      waits_for_id: 'key',
      waits_for: blankedWith('requests').foundAs('staff'),
      reopened_at: 'nobody',
      first_accepted_at: 'nobody',
      first_accepted_link_id: 'key',
      first_connected_at: 'nobody',
      missed_at: 'nobody',
      updated_at: 'nobody',
      erased_at: 'nobody',
      notes_erased_at: 'nobody',
    },
    request_events: {
      seq: 'key',
      request_id: 'key',
      kind: 'nobody',
      at: 'nobody',
      detail: blankedWith('requests').notSought(
        'what is in the other columns of the request, and names of the staff who are asked by a link of theirs',
      ),
    },
    agent_links: {
      id: 'key',
      request_id: 'key',
      name: blankedWith('requests').foundAs('staff'),
      token_hash: 'key',
      created_at: 'nobody',
      person_id: 'key',
      asked_at: 'nobody',
      declined_at: 'nobody',
      press: blankedWith('notes').notSought('a hash, which names nobody'),
    },
    request_deals: {
      request_id: 'key',
      version: 'nobody',
      dms_deal_number: 'nobody',
      stock_number: 'nobody',
      lender: 'nobody',
      products: 'nobody',
      vehicle: 'nobody',
      minutes: 'nobody',
      not_billed_reason: blankedWith('requests').foundAs('request'),
      changed_at: 'nobody',
    },
    request_ticks: {
      request_id: 'key',
      item: 'nobody',
      label: 'nobody',
      ticked_at: 'nobody',
      ticked_by: deletedWith('requests').foundAs('staff'),
      person_id: 'key',
    },
    request_hand_offs: {
      id: 'key',
      request_id: 'key',
      from_name: deletedWith('requests').foundAs('staff'),
      to_name: deletedWith('requests').foundAs('staff'),
      at: 'nobody',
      stage: 'nobody',
      lender: 'nobody',
      products: 'nobody',
      open_stipulations: blankedWith('notes').foundAs('request'),
      promised: blankedWith('notes').foundAs('request'),
    },
    calls: {
      id: 'key',
      reference: 'key',
      dealership_id: 'key',
      dealership_name: blankedWith('calls').notSought('the name of a dealership, which is found itself'),
      request_type: 'nobody',
      note: blankedWith('notes of calls').foundAs('call'),
      disposition: 'nobody',
      minutes: 'nobody',
      person_id: 'key',
      logged_by: blankedWith('calls').foundAs('staff'),
      created_at: 'nobody',
      erased_at: 'nobody',
      notes_erased_at: 'nobody',
    },
  },
  kinds: [anydeskFacts, noteFacts, callNoteFacts, requestFacts, callFacts],
};
