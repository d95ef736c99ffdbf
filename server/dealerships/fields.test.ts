import { expect, test } from 'vitest';
import { readFields } from './fields.ts';

test('R1300 a number is stored without the invisible marks that it was copied with', () => {
  const at = new Date('2026-11-21T21:06:00.000Z');
  const phone = '\u200e(207)\u200b 555-0134\u202c';
  const contact = { id: 'contact', name: 'Ana', role: 'Owner', phone, mail: '' };
  expect(readFields({ phone, contacts: [contact] }, at)).toMatchObject({
    columns: { phone: '(207) 555-0134' },
    contacts: [{ phone: '(207) 555-0134' }],
  });
});
