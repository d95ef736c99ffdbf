import { describe, expect, it } from 'vitest';
import { findBareAddress, readAnydesk } from './anydesk.ts';

describe('R732 an address that was pasted with what another program put into it', () => {
  it.each([
    ['marks for the direction of text around it', '\u202d123 456 789\u202c', '123456789'],
    ['the same around an alias', '\u2066FrontDesk@ad\u2069', 'frontdesk@ad'],
    ['spaces without a width', '123\u200b456\u200b789\u200e', '123456789'],
    ['spaces that do not break', '1\u00a0234\u202f567\u2060890', '1234567890'],
    ['a mark at the beginning of a file', '\ufeff123 456 789', '123456789'],
    ['dashes that do not break', '123\u2011456\u2011789', '123456789'],
    ['long dashes', '123–456—789', '123456789'],
    ['a minus sign', '123\u2212456\u2212789', '123456789'],
    ['hyphens that may be shown', '123\u00ad456\u00ad789', '123456789'],
  ])('is read: %s', (_, typed, address) => {
    expect(readAnydesk(typed)).toBe(address);
  });
});

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
