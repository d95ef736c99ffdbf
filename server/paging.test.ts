import { describe, expect, it } from 'vitest';
import { decodePosition, decodeTextCursor, encodePosition, encodeTextCursor } from './paging.ts';

const position = { at: '2026-11-21T21:06:00.000Z', id: 'a_b-C9' };

describe('A cursor', () => {
  it('gives the position that it was written of, to its own list alone', () => {
    expect(decodePosition(encodePosition(position))).toEqual(position);
    expect(decodePosition(encodePosition(position, 'leads'), 'leads')).toEqual(position);
    expect(decodePosition(encodePosition(position, 'leads'), 'requests')).toBeUndefined();
    expect(decodePosition(encodePosition(position, 'leads'))).toBeUndefined();
    expect(decodePosition(encodePosition(position), 'leads')).toBeUndefined();
  });

  it.each([
    '',
    'x',
    '2026-11-21_1',
    '9999-99-99T99:99:99.999Z_x',
    "2026-11-21T21:06:00.000Z_1';--",
    '2026-02-30T00:00:00.000Z_x',
    '2026-11-21T24:00:00.000Z_x',
  ])('is not %j', (text) => {
    expect(decodePosition(text)).toBeUndefined();
  });

  it('gives the texts that it was written of, whatever they hold', () => {
    const texts = ['Ås “Motors”, LLC_\n', 'a_b-C9'];
    expect(decodeTextCursor(encodeTextCursor(texts), 2)).toEqual(texts);
    expect(decodeTextCursor(encodeTextCursor(texts), 3)).toBeUndefined();
  });

  it.each([
    '',
    'none',
    '%00',
    ...['null', '{}', '"x"', '["x",1]'].map((text) => Buffer.from(text).toString('base64url')),
  ])('of two texts is not %j', (text) => {
    expect(decodeTextCursor(text, 2)).toBeUndefined();
  });
});
