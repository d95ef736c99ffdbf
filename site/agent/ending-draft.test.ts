import { expect, it } from 'vitest';
import { createStorage } from '#client/lib/storage.ts';
import { closingNoteMaxLength } from '#contract/agent-request.ts';
import { doubtfulEnding, dropEnding, keepEnding, keptEnding, markEnding } from './ending-draft.ts';

/** A browser that refuses its storage: what is kept is in the memory of the page. */
const refused = () =>
  createStorage(() => {
    throw new Error('refused');
  });

it('R531 a note that the build before kept is there, and goes once it was sent', () => {
  const storage = refused();
  const reference = 'BX-0000-0001';
  storage.write('boxline.agent.ending', JSON.stringify({ version: 1, reference, disposition: '', note: 'GAP sold' }));
  expect(keptEnding(storage, reference).note).toBe('GAP sold');
  expect(keptEnding(storage, 'BX-0000-0002').note).toBe('');
  dropEnding(storage, 'BX-0000-0002');
  expect(keptEnding(storage, reference).note).toBe('GAP sold');
  keepEnding(storage, reference, { disposition: '', note: 'GAP and tires' });
  expect(keptEnding(storage, reference).note).toBe('GAP and tires');
  dropEnding(storage, reference);
  expect(keptEnding(storage, reference).note).toBe('');
});

it('R531 a note for one request stays when another request is opened in the same tab and a note is typed there', () => {
  const storage = refused();
  const [first, other] = ['BX-0000-0001', 'BX-0000-0002'];
  keepEnding(storage, first, { disposition: '', note: 'GAP sold' });
  keepEnding(storage, other, { disposition: 'help_only', note: 'Left' });
  expect([keptEnding(storage, first).note, keptEnding(storage, other).note]).toEqual(['GAP sold', 'Left']);
  dropEnding(storage, other);
  expect([keptEnding(storage, first).note, keptEnding(storage, other).note]).toEqual(['GAP sold', '']);
});

it('R857 every note of which this tab does not know that it was sent is asked about', () => {
  const storage = refused();
  const reference = 'BX-0000-0001';
  const asked = () => doubtfulEnding(storage, reference)?.note;
  expect(asked()).toBeUndefined();
  keepEnding(storage, reference, { disposition: '', note: 'GAP sold' });
  for (const sent of ['perhaps', 'no'] as const) {
    expect(asked()).toBe('GAP sold');
    markEnding(storage, reference, { disposition: 'help_only', note: 'GAP sold' }, sent);
  }
  expect(asked()).toBe('GAP sold');
  markEnding(storage, reference, { disposition: 'help_only', note: 'GAP sold' }, 'yes');
  expect(asked()).toBeUndefined();
  // One that is too long was sent by nobody, and the server refuses to read it.
  keepEnding(storage, reference, { disposition: 'help_only', note: 'x'.repeat(closingNoteMaxLength + 1) });
  expect(asked()).toBeUndefined();
});
