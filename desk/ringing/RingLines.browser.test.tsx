import './ringing.css';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { viewBoard } from '#contract/desk/board-endpoints.ts';
import type { Ring } from '#contract/desk/live-endpoints.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { alert, openAt } from '../../tests/components/left-screen.tsx';
import { inLongRun } from '../../tests/components/long-run.ts';
import { drawn } from '../../tests/components/mount.ts';
import { recordOf, rowOf } from '../board/testing.ts';
import { setRings } from '../lib/live.ts';
import { GatePage } from '../session/GatePage.tsx';
import { LockedRings } from './LockedRings.tsx';
import { PlainRings } from './PlainRings.tsx';
import { RingBanner } from './RingBanner.tsx';
import { RingLines } from './RingLines.tsx';

const ring = { requestId: 'r-1', stage: 1, askedAt: '2026-11-21T02:03:29.000Z' } as const;

const answers: readonly (readonly [string, Answer, string])[] = [
  ['without an answer', 'cut', 'No answer came. Press it again.'],
  ['that is refused', { status: 403, text: 'Your role does not allow this.' }, 'Your role does not allow this.'],
];

inLongRun(() => {
  for (const button of ['Seen', 'Accept']) {
    test.each(answers)(`R503 ${button} %s says so, and not that it did not arrive`, async (_, answer, said) => {
      mountDesk(<RingLines rings={[ring]} nowMs={Date.parse('2026-11-21T02:04:00.000Z')} />, {
        answers: { 'POST /api/desk/rings/r-1/seen': answer, 'POST /api/desk/requests/r-1/accept': answer },
      });
      const pressed = page.getByRole('button', { name: button });
      await expect.element(pressed).not.toHaveAttribute('aria-disabled');
      await pressed.click();
      await expect.element(page.getByText(said)).toBeVisible();
    });
  }
});

const nowMs = Date.parse('2026-11-21T02:04:00.000Z');
const second = { requestId: 'r-2', stage: 1, askedAt: ring.askedAt } as const;
const waiting = [rowOf(), rowOf({ id: 'r-2', dealershipName: 'Summit Imports' })];
const board = { json: { waiting, running: [], finished: [], people: [], serverNow: new Date(nowMs).toISOString() } };

test('R959 the buttons of a ring are called by its dealership', async () => {
  mountDesk(<RingLines rings={[ring, second]} nowMs={nowMs} />, { answers: { [`GET ${viewBoard.path}`]: board } });
  for (const name of ['Accept Sample Motors', 'Seen Sample Motors', 'Accept Summit Imports', 'Seen Summit Imports'])
    await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible();
});

test('R932 the buttons of two rings of one dealership are called by their references too, and its only ring without one', async () => {
  const same = { ...board.json, waiting: [rowOf(), rowOf({ id: 'r-2', reference: 'BX-2222-2222' })] };
  const rings = (shown: readonly Ring[]) => <RingLines rings={shown} nowMs={nowMs} />;
  const answers = { [`GET ${viewBoard.path}`]: { json: same } };
  const both = mountDesk(rings([ring, second]), { answers });
  for (const step of ['Accept', 'Seen'])
    for (const reference of ['BX-1111-1111', 'BX-2222-2222'])
      await expect
        .element(page.getByRole('button', { name: `${step} Sample Motors, ${reference}`, exact: true }))
        .toBeVisible();
  expect(page.getByRole('listitem').nth(1).element().textContent).toContain('Sample Motors, BX-2222-2222, active deal');
  both.leave();
  mountDesk(rings([second]), { answers });
  await expect.element(page.getByRole('button', { name: 'Accept Sample Motors', exact: true })).toBeVisible();
});

test('R997 rings without details are told apart by their numbers, in their words and on their buttons, and the only one has none', async () => {
  const rings = (shown: readonly Ring[]) => <PlainRings rings={shown} nowMs={nowMs} />;
  const both = mountDesk(rings([ring, second]), { answers: {} });
  for (const [index, number] of ['1 of 2', '2 of 2'].entries()) {
    await expect.element(page.getByRole('button', { name: `Seen request ${number}`, exact: true })).toBeVisible();
    expect(page.getByRole('listitem').nth(index).element().textContent).toContain(`Request ${number} is waiting`);
  }
  both.leave();
  mountDesk(rings([second]), { answers: {} });
  await expect.element(page.getByRole('button', { name: 'Seen', exact: true })).toBeVisible();
  expect(page.getByRole('listitem').element().textContent).toContain('A request is waiting');
});

/** A ring of this moment: on a page that is not connected, an older one is over. */
const ringNow = (): Ring => ({ ...ring, askedAt: new Date().toISOString() });

inLongRun(() => {
  test('R998 Seen on a locked desk leaves the focus at the rings, and not at the top of the document', async () => {
    setRings({ rings: [ringNow()], serverNow: ring.askedAt });
    onTestFinished(() => setRings({ rings: [], serverNow: ring.askedAt }));
    const rings = (
      <GatePage title="Locked">
        <LockedRings />
      </GatePage>
    );
    mountDesk(rings, {
      answers: { 'POST /api/desk/rings/r-1/seen': { json: { rings: [], serverNow: ring.askedAt } } },
    });
    const seen = page.getByRole('button', { name: 'Seen' });
    await expect.element(seen).not.toHaveAttribute('aria-disabled');
    await seen.click();
    await expect.element(seen).not.toBeInTheDocument();
    await expect.element(page.getByRole('region', { name: 'Ringing' })).toHaveFocus();
  });
});

test('R960 Accept in a ring that somebody else accepted a moment before says who has it, and opens nothing', async () => {
  const press = 'POST /api/desk/requests/r-1/accept';
  const { answer, isSent } = await openAt('/desk/dealerships', { [`GET ${viewBoard.path}`]: board }, press);
  setRings({ rings: [ringNow()], serverNow: ring.askedAt });
  onTestFinished(() => setRings({ rings: [], serverNow: ring.askedAt }));
  const accept = page.getByRole('button', { name: /^Accept/ });
  await expect.element(accept).not.toHaveAttribute('aria-disabled');
  await accept.click();
  await isSent();
  const taken = { acceptedAt: ring.askedAt, acceptedBy: 'Lee Marsh', acceptedById: 'lee', stage: 'accepted' } as const;
  answer({ status: 409, json: recordOf(taken) });
  await expect.element(alert(/Sample Motors: Not done: Lee Marsh has it/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open Sample Motors' })).toBeVisible();
});

inLongRun(() => {
  test('R1031 a press in a ring is said to be under way, and each failure of it is announced again', async () => {
    let next = Promise.withResolvers<Answer>();
    let presses = 0;
    mountDesk(<RingLines rings={[second]} nowMs={nowMs} />, {
      answers: {
        [`GET ${viewBoard.path}`]: board,
        'POST /api/desk/requests/r-2/accept': () => {
          presses += 1;
          return next.promise;
        },
      },
    });
    const accept = page.getByRole('button', { name: 'Accept Summit Imports', exact: true });
    const failure = page.getByRole('listitem').getByRole('alert');
    await expect.element(accept).not.toHaveAttribute('aria-disabled');
    await expect.element(failure).toHaveTextContent('');
    for (const count of [1, 2]) {
      await accept.click();
      await expect.element(page.getByRole('button', { name: 'Accepting… Summit Imports', exact: true })).toBeVisible();
      await expect.poll(() => presses).toBe(count);
      await expect.element(failure).toHaveTextContent('');
      next.resolve('cut');
      await expect.element(failure).toHaveTextContent('No answer came. Press it again.');
      next = Promise.withResolvers<Answer>();
    }
  });

  test('R1113 a late answer to Seen does not take away a ring that an event told of meanwhile', async () => {
    const slow = Promise.withResolvers<Answer>();
    const later = '2026-11-21T02:03:31.000Z';
    setRings({ rings: [ringNow()], serverNow: ring.askedAt });
    onTestFinished(() => setRings({ rings: [], serverNow: later }));
    mountDesk(<LockedRings />, { answers: { 'POST /api/desk/rings/r-1/seen': () => slow.promise } });
    const seen = page.getByRole('button', { name: 'Seen' });
    await expect.element(seen).not.toHaveAttribute('aria-disabled');
    await seen.click();
    await expect.element(page.getByRole('button', { name: 'One moment…' })).toBeVisible();
    setRings({ rings: [{ ...ringNow(), requestId: 'r-2' }], serverNow: later });
    await expect.element(seen).toBeVisible();
    slow.resolve({ json: { rings: [], serverNow: '2026-11-21T02:03:30.000Z' } });
    await drawn();
    await expect.element(seen).toBeVisible();
  });
});

test('R1174 six rings leave half of a phone to the page, and can be scrolled', async () => {
  await page.viewport(390, 700);
  mountDesk(<RingBanner />, { answers: { [`GET ${viewBoard.path}`]: board } });
  const serverNow = new Date().toISOString();
  setRings({ rings: [1, 2, 3, 4, 5, 6].map((n) => ({ ...ringNow(), requestId: `r-${n}` })), serverNow });
  onTestFinished(() => setRings({ rings: [], serverNow }));
  const strip = () => document.querySelector('.rings[data-ringing]');
  await expect.poll(() => strip()?.querySelectorAll('.ring').length).toBe(6);
  expect(strip()?.clientHeight).toBeLessThanOrEqual(350);
  expect(strip()?.scrollHeight).toBeGreaterThan(350);
});
