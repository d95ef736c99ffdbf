import { legal } from '#brand/legal.ts';
import { soonerEnding } from '#contract/record-classes.ts';
import {
  blankedWith,
  columns,
  defineRetention,
  deletedWith,
  type KindFacts,
  keys,
  nobody,
} from '#server/record-kind.ts';

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

export const requestRetention = defineRetention({
  tables: {
    agent_requests: {
      ...keys('id', 'reference', 'session_id', 'code_id', 'dealership_id', 'accepted_link_id', 'instead_of'),
      ...keys('answers_id', 'waits_for_id', 'first_accepted_link_id'),
      ...nobody('version', 'request_type', 'sms_status', 'created_at', 'expires_at', 'sent_at', 'delivered_at'),
      ...nobody('accepted_at', 'connected_at', 'talked_ms', 'ended_at', 'outcome', 'handed_back_at', 'nobody_left_at'),
      ...nobody('late_told_at', 'closing_at', 'closing_as', 'disposition', 'same_named', 'signing_at', 'reopened_at'),
      ...nobody('first_accepted_at', 'first_connected_at', 'missed_at', 'updated_at', 'erased_at', 'notes_erased_at'),
      dealership_name: blankedWith('requests').notSought('the name of a dealership, which is found itself'),
      dealer_phone: blankedWith('requests').foundAs('request'),
      ...columns(blankedWith('notes').foundAs('request'), 'additional_info', 'closing_note', 'callback_name'),
      fingerprint: blankedWith('requests').notSought('a hash, which names nobody'),
      anydesk: blankedWith('AnyDesk addresses').notSought('a number of a computer, given with the request'),
      ...columns(blankedWith('requests').foundAs('staff'), 'accepted_by', 'handed_back_by', 'waits_for'),
    },
    request_events: {
      ...keys('seq', 'request_id', 'link_id'),
      ...nobody('kind', 'at'),
      detail: blankedWith('requests').notSought(
        'what is in the other columns of the request, and names of the staff who are asked by a link of theirs',
      ),
    },
    agent_links: {
      ...keys('id', 'request_id', 'token_hash', 'person_id'),
      ...nobody('created_at', 'asked_at', 'declined_at'),
      name: blankedWith('requests').foundAs('staff'),
      press: blankedWith('notes').notSought('a hash, which names nobody'),
    },
    request_deals: {
      ...keys('request_id'),
      ...nobody('version', 'products', 'vehicle', 'minutes', 'changed_at'),
      ...columns(blankedWith('requests').foundAs('request'), 'dms_deal_number', 'stock_number', 'lender'),
      not_billed_reason: blankedWith('requests').foundAs('request'),
    },
    request_ticks: {
      ...keys('request_id', 'person_id'),
      ...nobody('item', 'label', 'ticked_at'),
      ticked_by: deletedWith('requests').foundAs('staff'),
    },
    request_hand_offs: {
      ...keys('id', 'request_id'),
      ...nobody('at', 'stage', 'products'),
      lender: deletedWith('requests').foundAs('request'),
      ...columns(deletedWith('requests').foundAs('staff'), 'from_name', 'to_name'),
      ...columns(blankedWith('notes').foundAs('request'), 'open_stipulations', 'promised'),
    },
    calls: {
      ...keys('id', 'reference', 'dealership_id', 'person_id'),
      ...nobody('request_type', 'disposition', 'minutes', 'created_at', 'erased_at', 'notes_erased_at'),
      dealership_name: blankedWith('calls').notSought('the name of a dealership, which is found itself'),
      note: blankedWith('notes of calls').foundAs('call'),
      logged_by: blankedWith('calls').foundAs('staff'),
    },
  },
  kinds: [anydeskFacts, noteFacts, callNoteFacts, requestFacts, callFacts],
});
