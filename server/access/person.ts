/** Finds, reads and erases the links to access codes that went to a person who asks what is kept about them. */
import type { Trx } from '#server/database/open.ts';
import { heldDealershipIds } from '#server/dealerships/service.ts';
import { deleteMessagesOf, labelledMessages, messagesOfSubjects, subjectsOfRecipient } from '#server/outbox/service.ts';
import { labelled, type PersonItem, type PersonSource } from '#server/person-search.ts';
import { distinct, idsOf } from '#server/rows.ts';
import { heldLinks } from './erase-links.ts';
import { deleteLinksByIds, linksByIds, lockLinks, newestLinks } from './store-links.ts';

export const codeLinkPerson: PersonSource = {
  async find(db, { by, typed, keys }, limit) {
    // They are deleted a while after they ran out, so there are few.
    if (by === 'name') return idsOf(await newestLinks(db, limit));
    return subjectsOfRecipient(db, by === 'mail' ? typed : (keys[0] ?? ''), limit);
  },
  async read(db, ids) {
    const links = await linksByIds(db, ids);
    const messages = await messagesOfSubjects(db, idsOf(links));
    const held = await heldDealershipIds(db, distinct(links, 'dealership_id'));
    return links.map(
      ({ id, contact_name, mail, phone, dealership_id, created_at }): PersonItem => ({
        kind: 'code-link',
        id,
        reference: '',
        title: `To ${contact_name}`,
        at: created_at,
        class: 'communication',
        about: { kind: 'dealership', id: dealership_id },
        values: [
          ...labelled({ Name: contact_name, 'E-mail': mail, Telephone: phone }),
          ...labelledMessages(messages.filter(({ subject_id }) => subject_id === id)),
        ],
        kept: held.has(dealership_id) ? 'held' : null,
      }),
    );
  },
};

/** How a link is erased: it is deleted with its messages, as it would be some days after it ran out. The code that it made stays. */
export const erasableCodeLinks = {
  async take(trx: Trx, ids: readonly string[]): Promise<string[]> {
    // The dealerships are locked before their links.
    const held = await heldLinks(trx, ids);
    const links = await lockLinks(trx, ids);
    return links.flatMap(({ id }) => (held.has(id) ? [] : [id]));
  },
  async erase(trx: Trx, ids: readonly string[]): Promise<void> {
    await deleteMessagesOf(trx, ids);
    await deleteLinksByIds(trx, ids);
  },
};
