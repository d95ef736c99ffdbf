import { expect, it } from 'vitest';
import { mailboxOf } from './mail-address.ts';

it.each([
  ['Ada@HarborPoint.example', 'ada@harborpoint.example'],
  ['ada+boxline@harborpoint.example', 'ada@harborpoint.example'],
  ['ada+a+b@harborpoint.example', 'ada@harborpoint.example'],
  ['a.d.a@harborpoint.example', 'a.d.a@harborpoint.example'],
  ['A.da+x@gmail.com', 'ada@gmail.com'],
  ['a.da@GoogleMail.com', 'ada@gmail.com'],
  ['+ada@harborpoint.example', '+ada@harborpoint.example'],
  ['Ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  ['ada@123', 'ada@123'],
  ['ada@no domain', 'ada@no domain'],
])('R52 %s counts for the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
