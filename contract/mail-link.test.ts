import { expect, test } from 'vitest';
import { mailLink } from './mail-link.ts';

test.each([
  ['ada@harborpoint.example', 'mailto:ada@harborpoint.example'],
  ['a&b+c@harborpoint.example', 'mailto:a%26b%2Bc@harborpoint.example'],
  ['ada%40harborpoint.example?bcc=x@evil.example', 'mailto:ada%2540harborpoint.example%3Fbcc%3Dx@evil.example'],
  ['ada?subject=Wire&body=Pay@evil.example', 'mailto:ada%3Fsubject%3DWire%26body%3DPay@evil.example'],
])('R376 a link to %s writes to that address and to nobody else', (address, link) => {
  expect(mailLink(address)).toBe(link);
  expect(new URL(mailLink(address)).search).toBe('');
});
