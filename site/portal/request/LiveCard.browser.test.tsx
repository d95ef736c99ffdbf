import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { requestTimings } from '#contract/agent-request.ts';
import { inLongRun } from '../../../tests/components/long-run.ts';
import { drawn, mount } from '../../../tests/components/mount.ts';
import type { Connection } from '../state.ts';
import { aRequest } from '../testing/server.ts';
import { LiveCard } from './LiveCard.tsx';

const accepted = { state: 'accepted', acceptedAt: '2026-11-20T21:05:00.000Z', acceptedBy: 'Dana' } as const;
const shown = (change: Parameters<typeof aRequest>[0] = {}, connection: Connection = 'live') => (
  <LiveCard
    request={{ status: 'known', connection, view: aRequest({ expiresAt: '2036-11-20T21:19:12.000Z', ...change }) }}
    beside={[]}
    onDismiss={() => undefined}
  />
);

inLongRun(() => {
  test.each([
    ['somebody accepts', shown(accepted)],
    ['the number to call appears', shown({ smsStatus: 'nobody' })],
    ['the connection is lost', shown({}, 'offline')],
    ['a colleague gives the address', shown({ anydesk: '412098637' })],
  ])('R35 Cancel waits a moment when it moves under the thumb, because %s', async (_, after) => {
    const cancel = page.getByRole('button', { name: 'Cancel request' });
    const screen = mount(shown());
    await expect.element(cancel).not.toHaveAttribute('aria-disabled');
    screen.show(after);
    await expect.element(cancel).toHaveAttribute('aria-disabled', 'true');
    await expect.element(cancel).not.toHaveAttribute('aria-disabled');
  });

  test('R779 Cancel waits a moment when the error of another field moves it', async () => {
    const cancel = page.getByRole('button', { name: 'Cancel request' });
    mount(shown());
    await expect.element(cancel).not.toHaveAttribute('aria-disabled');
    await page.getByRole('button', { name: 'Send to the finance manager' }).click();
    await expect.element(cancel).toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByText(/^Enter the 9 or 10 digits/)).toBeVisible();
    await expect.element(cancel).not.toHaveAttribute('aria-disabled');
  });

  test('R1178 Cancel takes a press by key at once when only its place has changed, and one by a finger a moment later', async () => {
    const cancel = page.getByRole('button', { name: 'Cancel request' });
    const press = (detail: number) =>
      cancel.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
    mount(shown());
    await expect.element(cancel).not.toHaveAttribute('aria-disabled');
    await page.getByRole('button', { name: 'Send to the finance manager' }).click();
    await expect.element(cancel).toHaveAttribute('aria-disabled', 'true');
    press(1);
    await drawn();
    await expect.element(cancel).toHaveAttribute('aria-disabled', 'true');
    // The click that a browser makes of a key has no count.
    press(0);
    await expect.element(page.getByRole('button', { name: 'Keep it' })).toBeVisible();
    expect(cancel.elements()).toEqual([]);
  });

  test('R1178 a press by key waits as well when the controls themselves have changed', async () => {
    const cancel = page.getByRole('button', { name: 'Cancel request' });
    const screen = mount(shown());
    await expect.element(cancel).not.toHaveAttribute('aria-disabled');
    screen.show(shown({ smsStatus: 'nobody' }));
    await expect.element(cancel).toHaveAttribute('aria-disabled', 'true');
    (cancel.element() as HTMLElement).click();
    await drawn();
    await expect.element(cancel).toBeVisible();
  });

  test.each([
    ['on a narrow screen, where the card grows', 414, 'Bayside Motors'],
    [
      'on a wide screen, where the card keeps its height',
      1024,
      'Bayside Motors of the Long Northern Shore Road '.repeat(4),
    ],
  ] as const)(
    'R779 the answers to Cancel wait a moment after the press that asked, %s',
    async (_, width, dealershipName) => {
      await page.viewport(width, 896);
      mount(shown({ dealershipName }));
      const cancel = page.getByRole('button', { name: 'Cancel request' });
      await expect.element(cancel).not.toHaveAttribute('aria-disabled');
      await cancel.click();
      for (const name of ['Keep it', 'Yes, cancel it']) {
        await expect.element(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
      }
      for (const name of ['Keep it', 'Yes, cancel it']) {
        await expect.element(page.getByRole('button', { name })).not.toHaveAttribute('aria-disabled');
      }
    },
  );
});

test('R839 what a screen reader says of a card has one full stop after its headline', async () => {
  mount(shown({ handedBackAt: '2026-11-20T21:06:00.000Z', handedBackBy: 'Dana' }));
  const spoken = () =>
    [...document.querySelectorAll('.visually-hidden')].map(({ textContent }) => textContent).join(' ');
  await expect.poll(spoken).toContain('Looking for another finance manager. ');
});

test.each([
  [768, '100%'],
  [768, '150%'],
  [390, '200%'],
] as const)(
  'R781 a time with its day fits in its place on the card, %s px wide with text of %s',
  async (width, size) => {
    const root = document.documentElement;
    onTestFinished(() => void root.style.removeProperty('font-size'));
    root.style.fontSize = size;
    const times = { createdAt: '2026-11-21T23:59:30.000Z', acceptedAt: '2026-11-21T23:59:30.000Z' };
    mount(shown({ ...accepted, ...times }));
    await page.viewport(width, 900);
    await drawn();
    await expect.element(page.getByText(/ on Nov 2/).first()).toBeVisible();
    for (const step of document.querySelectorAll('.live-steps li')) {
      expect(step.scrollWidth, step.textContent).toBeLessThanOrEqual(step.clientWidth);
    }
  },
);

test('R1167 the waiting clock counts from the last asking, as the sentence beside it does', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const handedBackAt = minutesAgo(1.5);
  mount(
    shown({
      createdAt: minutesAgo(40),
      handedBackAt,
      handedBackBy: 'Dana',
      expiresAt: new Date(Date.parse(handedBackAt) + requestTimings.expireAfterMs).toISOString(),
    }),
  );
  await expect.element(page.getByText(/^Waiting for/)).toBeInTheDocument();
  expect(document.querySelector('.live-clock')?.textContent).toMatch(/^Waiting for 1:\d\d$/);
});
