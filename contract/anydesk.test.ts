import { describe, expect, it } from 'vitest';
import { findBareAddress } from './anydesk.ts';

describe('R43 bare digits in a note', () => {
  it.each([
    ['123456789', '123456789', ''],
    ['Two signers, 123 456 789, in the box', '123456789', 'Two signers, , in the box'],
    ['AnyDesk 1 234 567 890', '1234567890', 'AnyDesk'],
    ['1234567890 please hurry', '1234567890', 'please hurry'],
  ])('%s may be an AnyDesk address', (note, address, rest) => {
    expect(findBareAddress(note)).toEqual({ address, rest });
  });

  it.each([
    '12345678',
    '12345678901',
    'call 207-555-0148',
    '(207) 555-0148',
    '207 555 0148',
    '+1234567890',
    '123-45-6789',
    'stock #123456789',
    '123 456 789 0123',
    '1,234,567,890',
  ])('%s is no question', (note) => {
    expect(findBareAddress(note)).toBeUndefined();
  });
});
