/** What a text's provider is asked for, besides the words. */
import { expect, test } from 'vitest';
import type { Message } from '../claims.ts';
import { createTextComposer } from '../compose.ts';
import { testKinds } from '../testing.ts';

const at = '2026-11-21T14:00:00.000Z';
const row = { id: 'one', kind: 'test-note', subject_id: 'A note', recipient: '+12075550121', state: 'waiting' };

test.each([
  ['past', '2026-11-21T13:00:00.000Z', 1],
  ['a quarter of an hour', '2026-11-21T14:15:00.000Z', 900],
  ['seven days', '2026-11-28T14:00:00.000Z', 14_400],
  ['no limit', null, 14_400],
])(
  'R1127 a text is asked to be valid for its time left, but never longer than a provider takes: %s',
  async (_, expires_at, validForS) => {
    const compose = createTextComposer(
      testKinds,
      (id) => `https://desk.example/${id}`,
      () => new Date(at),
    );
    expect(await compose({ ...row, expires_at } as Message)).toMatchObject({ validForS });
  },
);
