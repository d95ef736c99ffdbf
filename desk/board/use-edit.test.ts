import { expect, test, vi } from 'vitest';
import type { Sent } from './sent.ts';
import { recordOf } from './testing.ts';
import { type EditField, erasedMeanwhile, sendEdit } from './use-edit.ts';

const dealOf = (version: number, lender: string | null) => recordOf({ deal: { ...recordOf().deal, version, lender } });

/** Typed into a field of version 3. */
const typed = { base: 'ALLY', version: 3, text: 'Chase' };

const fieldOf = (...sents: Sent[]) => {
  const send = vi.fn<EditField['send']>();
  for (const sent of sents) send.mockResolvedValueOnce(sent);
  const field: Pick<EditField, 'send' | 'read'> = {
    send,
    read: ({ deal }) => ({ text: deal.lender ?? '', version: deal.version }),
  };
  return { field, send };
};

test('An edit of a field that nobody else changed is stored', async () => {
  const { field, send } = fieldOf({ kind: 'taken', record: dealOf(4, 'Chase') });
  expect(await sendEdit(field, typed)).toEqual({ status: 'reading' });
  expect(send.mock.calls).toEqual([['Chase', 3]]);
});

test('An edit is sent again with the new version when another field of the part had changed', async () => {
  const { field, send } = fieldOf(
    { kind: 'late', record: dealOf(5, 'ALLY') },
    { kind: 'taken', record: dealOf(6, 'Chase') },
  );
  expect(await sendEdit(field, typed)).toEqual({ status: 'reading' });
  expect(send.mock.calls).toEqual([
    ['Chase', 3],
    ['Chase', 5],
  ]);
});

test('Two people edit one field: the later one sees what it is now and decides', async () => {
  const { field } = fieldOf({ kind: 'late', record: dealOf(5, 'Capital One') });
  expect(await sendEdit(field, typed)).toEqual({
    status: 'conflict',
    base: 'ALLY',
    version: 5,
    text: 'Chase',
    theirs: 'Capital One',
  });
});

test('Two people who write the same into one field have nothing to decide', async () => {
  const { field } = fieldOf({ kind: 'late', record: dealOf(5, 'Chase') });
  expect(await sendEdit(field, typed)).toEqual({ status: 'reading' });
});

test('R561 what stood in a field of the store sheet was erased while it was edited: what was typed of it is not stored over that', async () => {
  const { field, send } = fieldOf({ kind: 'late', record: dealOf(5, null) });
  const erased = { ...field, read: () => ({ text: '', version: 5, erasedIn: 5 }) };
  expect(await sendEdit(erased, typed)).toEqual({ ...typed, status: 'failed', why: erasedMeanwhile });
  // A second press is sent with the same seen version, which the server refuses each time.
  send.mockResolvedValueOnce({ kind: 'late', record: dealOf(6, null) });
  expect(await sendEdit(erased, typed)).toMatchObject({ status: 'failed' });
  expect(send.mock.calls).toEqual([
    ['Chase', 3],
    ['Chase', 3],
  ]);
});

test('R561 a field of which a value was erased before it was opened is written as any other', async () => {
  const { field } = fieldOf({ kind: 'late', record: dealOf(5, 'ALLY') }, { kind: 'taken', record: dealOf(6, 'Chase') });
  const later = { ...field, read: () => ({ text: 'ALLY', version: 5, erasedIn: 2 }) };
  expect(await sendEdit(later, typed)).toEqual({ status: 'reading' });
});

test('An edit that can no longer be made says so instead of being sent for ever', async () => {
  const { field, send } = fieldOf({ kind: 'late', record: dealOf(3, 'ALLY') });
  expect(await sendEdit(field, typed)).toMatchObject({ status: 'failed', text: 'Chase' });
  expect(send).toHaveBeenCalledOnce();
});

test('What was typed stays when the server refuses it or does not answer', async () => {
  const refused = fieldOf({ kind: 'refused', text: 'Shorten it' });
  expect(await sendEdit(refused.field, typed)).toMatchObject({
    status: 'failed',
    text: 'Chase',
    why: 'Shorten it',
  });
  const silent = fieldOf({ kind: 'unreachable' });
  expect(await sendEdit(silent.field, typed)).toMatchObject({ status: 'failed', text: 'Chase' });
});

test('An edit that always meets a new version ends after a few tries', async () => {
  const tries = Array.from({ length: 9 }, (_, index): Sent => ({ kind: 'late', record: dealOf(index + 4, 'ALLY') }));
  const { field, send } = fieldOf(...tries);
  expect(await sendEdit(field, typed)).toMatchObject({ status: 'failed' });
  expect(send).toHaveBeenCalledTimes(5);
});
