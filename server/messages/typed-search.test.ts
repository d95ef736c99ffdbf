/** Messages are found by an address or a number in whatever form somebody typed or copied it. */
import { expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

const [number, british, address] = ['+12075550134', '+442079460134', 'Pat@Store.example'];

const finds: Readonly<Record<string, readonly string[]>> = {
  '(207) 555-0134': [number],
  '207.555.0134': [number],
  '1-207-555': [number],
  '1-207-555-013': [number],
  '1 (207) 555 0134': [number],
  '+1 207 555': [number],
  '207/555': [number],
  '207–555–0134': [number],
  '\u202d(207) 555-0134\u202c': [number],
  '\u200e207 555': [number],
  '２０７ ５５５ ０１３４': [number],
  '٢٠٧ ٥٥٥': [number],
  '+44 20': [british],
  '  PAT@store ': [address],
  '\u200bpat@': [address],
  'pa\0t@': [],
  'pat%': [],
  'p_t@': [],
  'at@store': [],
  '🚗🚗': [],
};

eachEngine((under) => {
  test('R1299 messages are found by a number or an address in any form in which people type or copy it', async () => {
    const { signInAs, desk, context } = await startDesk(under);
    const { cookie } = await signInAs('manager');
    for (const recipient of [number, british, address]) {
      await context.storage.db
        .insertInto('messages')
        .values({
          id: mintId(),
          channel: recipient === address ? 'mail' : 'sms',
          kind: 'lead-notice' as never,
          subject_id: mintId(),
          recipient,
          state: 'sent',
          created_at: context.now().toISOString(),
          due_at: context.now().toISOString(),
        })
        .execute();
    }
    const found: Record<string, string[]> = {};
    for (const typed of Object.keys(finds)) {
      const answer = await desk('GET', `/api/desk/messages?search=${encodeURIComponent(typed)}`, { cookie });
      const { messages } = answer.json() as { messages?: readonly { to: string }[] };
      found[typed] = messages?.map(({ to }) => to) ?? [`status ${answer.status}`];
    }
    expect(found).toEqual(finds);
  });
});
