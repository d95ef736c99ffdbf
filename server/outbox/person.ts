/** Finds and reads the messages to a person who asks what is kept about them, without those that are shown with their subject. */
import { type Labelled, labelled, type PersonItem, type PersonSource } from '#server/person-search.ts';
import { idsOf } from '#server/rows.ts';
import { eventsOfMessage } from './history.ts';
import type { MessageOfSubject } from './store.ts';
import { messagesByIds, messagesTo } from './store-person.ts';
import type { MessageKind } from './tables.ts';

/** The messages about a subject, as lines of the item that the subject is shown as. */
export const labelledMessages = (messages: readonly MessageOfSubject[]): Labelled[] =>
  messages.map(({ created_at, recipient, state }) => ({
    label: `Message, ${created_at}`,
    value: `to ${recipient}: ${state}`,
  }));

const unsent: readonly string[] = ['held', 'waiting', 'unsure'];

/**
 * Finds messages by their recipient. A name finds none, because rows of messages contain no names: the words are written from the records
 * each time that a message is sent.
 *
 * @param shownWith the kinds that are found and erased with their subject, such as the mails about a lead
 */
export const messagePerson = (shownWith: readonly MessageKind[]): PersonSource => ({
  async find(db, { by, typed, keys }, limit) {
    if (by === 'name') return [];
    const [key = ''] = keys;
    const to = { address: by === 'mail' ? typed : key, mailbox: key };
    return idsOf(await messagesTo(db, to, shownWith, limit));
  },
  async read(db, ids) {
    const messages = await messagesByIds(db, ids);
    const items: PersonItem[] = [];
    for (const { id, kind, channel, recipient, state, created_at, sent_at, last_error } of messages) {
      const said = (await eventsOfMessage(db, id)).flatMap(({ at, kind: what, said: words }): Labelled[] =>
        words === null ? [] : [{ label: at, value: `${what}: ${words}` }],
      );
      items.push({
        kind: 'message',
        id,
        reference: '',
        title: `${channel === 'sms' ? 'Text' : 'Mail'}, ${kind}`,
        at: created_at,
        class: 'communication',
        about: { kind: 'message', id },
        values: [...labelled({ To: recipient, State: state, Sent: sent_at, 'What went wrong': last_error }), ...said],
        kept: unsent.includes(state) ? 'unsent' : null,
      });
    }
    return items;
  },
});
