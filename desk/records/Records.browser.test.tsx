import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { HoldView, RecordsView, SweepView } from '#contract/desk/sweep-endpoints.ts';
import { type Answer, type Call, mountDesk } from '../../tests/components/desk.tsx';
import { expectFits } from '../../tests/components/mount.ts';
import { HoldPart } from './Holds.tsx';
import { RecordsScreen } from './RecordsScreen.tsx';

const at = '2026-11-21T08:00:00.000Z';
const id = (last: string) => `5f0f6a44-6b7c-4e38-9b39-3b6ad2ab7d${last}`;

const firstSweep: SweepView = {
  id: id('01'),
  night: '2026-11-21',
  startedAt: at,
  endedAt: at,
  planned: { notes: 31, inquiries: 1212 },
  taken: {},
  kept: {},
  doubt: 'first',
  confirmedAt: null,
  confirmedBy: null,
};

const hold: HoldView = {
  id: id('02'),
  kind: 'lead',
  subjectId: id('03'),
  subject: 'BX-806D-HFQR',
  reason: 'Letter of counsel of November 20',
  setAt: at,
  setBy: 'Dana Whitcomb',
  endedAt: null,
  endedBy: null,
};

const viewOf = (parts: Partial<RecordsView> = {}): RecordsView => ({
  kinds: [{ name: 'notes', class: 'transaction', kept: '30 days after the request ended', due: 31 }],
  mostCounted: 100_000,
  sweeps: [firstSweep],
  holds: [],
  ...parts,
});

const view = 'GET /api/desk/records';
const confirmation = `POST /api/desk/records/sweeps/${firstSweep.id}/confirm`;
const ending = `POST /api/desk/records/holds/${hold.id}/end`;
const button = (name: string | RegExp) => page.getByRole('button', { name });

test('R222 the first sweep only reports, and one press lets the next one take what it found', async () => {
  // An id of its own: a press that is still under way would count as the same press in the next test.
  const sweep = { ...firstSweep, id: id('0a') };
  const confirming = `POST /api/desk/records/sweeps/${sweep.id}/confirm`;
  const { sent } = mountDesk(<RecordsScreen />, {
    at: '/records',
    answers: { [view]: { json: viewOf({ sweeps: [sweep] }) }, [confirming]: 'never' },
  });
  await expect.element(page.getByText(/The sweep waits for you.*It was the first sweep here/)).toBeVisible();
  await expect.element(page.getByText(/Records past their retention period: 1,243\./)).toBeVisible();
  await expect.element(page.getByText(/only reported, and waits/)).toBeVisible();
  await expectFits();
  await button('Let the next sweep delete them').click();
  await expect.element(button('Confirming…')).toHaveAttribute('aria-disabled', 'true');
  await button('Confirming…').click({ force: true });
  expect(sent(confirming)).toEqual([{}]);
});

test('R222 a sweep that was confirmed says by whom and offers nothing more', async () => {
  const confirmed = viewOf({ sweeps: [{ ...firstSweep, confirmedAt: at, confirmedBy: 'Dana Whitcomb' }] });
  let now = viewOf();
  const confirm = () => {
    now = confirmed;
    return { json: now };
  };
  mountDesk(<RecordsScreen />, {
    at: '/records',
    answers: { [view]: () => ({ json: now }), [confirmation]: confirm },
  });
  await button('Let the next sweep delete them').click();
  await expect
    .element(page.getByText('Confirmed. The next sweep deletes what is past its retention period.'))
    .toBeVisible();
  await expect.element(page.getByText(/only reported; confirmed by Dana Whitcomb/)).toBeVisible();
  await expect.element(button('Let the next sweep delete them')).not.toBeInTheDocument();
});

test('R222 a sweep that somebody else has confirmed, or that a newer one replaced, says so', async () => {
  mountDesk(<RecordsScreen />, {
    at: '/records',
    answers: {
      [view]: { json: viewOf() },
      [confirmation]: { status: 409, text: 'This sweep was confirmed already, or a newer one has come.' },
    },
  });
  await button('Let the next sweep delete them').click();
  await expect.element(page.getByText(/This sweep was confirmed already/)).toBeVisible();
});

test('R222 before the first sweep, and after one that took something, the screen says how it stands', async () => {
  const { leave } = mountDesk(<RecordsScreen />, {
    at: '/records',
    answers: { [view]: { json: viewOf({ sweeps: [] }) } },
  });
  await expect
    .element(page.getByText('No sweep has run yet. The first one only reports what it would delete.'))
    .toBeVisible();
  await expect.element(button('Let the next sweep delete them')).not.toBeInTheDocument();
  leave();
  (await import('../lib/read.ts')).queryClient.clear();
  const done = { ...firstSweep, id: id('09'), doubt: null, taken: { notes: 31 }, kept: { inquiries: 3 } };
  mountDesk(<RecordsScreen />, {
    at: '/records',
    answers: { [view]: { json: viewOf({ sweeps: [done, firstSweep] }) } },
  });
  await expect.element(page.getByText(/deleted what was past its retention period/)).toBeVisible();
  await expect.element(page.getByText('31 notes; 3 kept by a hold')).toBeVisible();
  // Only the newest sweep can be confirmed.
  await expect.element(button('Let the next sweep delete them')).not.toBeInTheDocument();
});

test.each(['lead', 'dealership'] as const)(
  'R222 a hold on a %s is set with a reason, shown, and ended',
  async (kind) => {
    const subjectId = id('03');
    const list = `GET /api/desk/records/holds/${kind}/${subjectId}`;
    const setting = 'POST /api/desk/records/holds';
    let holds: HoldView[] = [];
    const set = ({ body }: Call): Answer => {
      const { reason } = body as { reason: string };
      if (reason === '') return { status: 400, text: 'Write why.' };
      holds = [{ ...hold, kind, reason }];
      return { json: { hold: holds[0] } };
    };
    const { sent } = mountDesk(<HoldPart kind={kind} id={subjectId} />, {
      answers: {
        [list]: () => ({ json: { holds } }),
        [setting]: set,
        [ending]: () => {
          holds = [{ ...hold, kind, endedAt: at, endedBy: 'Dana Whitcomb' }];
          return { json: { ended: true } };
        },
      },
    });
    await button('Put under a legal hold…').click();
    await button('Set the hold').click();
    await expect.element(page.getByRole('textbox', { name: 'Why must it be kept?' })).toHaveFocus();
    await expect.element(page.getByText('Say why it must be kept.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Why must it be kept?' }).fill(hold.reason);
    await expectFits();
    await button('Set the hold').click();
    await expect.element(page.getByText('The hold is set.')).toBeVisible();
    await expect.element(page.getByText(hold.reason)).toBeVisible();
    await expect.element(page.getByText(/by Dana Whitcomb/)).toBeVisible();
    await expect.element(button('Put under a legal hold…')).not.toBeInTheDocument();
    expect(sent(setting)).toEqual([{ kind, id: subjectId, reason: hold.reason }]);
    await button('End the hold').click();
    await button('Keep it').click();
    expect(sent(ending)).toEqual([]);
    await button('End the hold').click();
    await button('End it').click();
    await expect.element(page.getByText(`The hold on ${hold.subject} has ended.`)).toBeVisible();
    await expect.element(button('Put under a legal hold…')).toBeVisible();
    expect(sent(ending)).toEqual([{}]);
  },
);

test('R222 the reason of a hold that was typed is there again after a reload, until the hold is set', async () => {
  const list = `GET /api/desk/records/holds/lead/${id('03')}`;
  const answers = { [list]: { json: { holds: [] } }, 'POST /api/desk/records/holds': { json: { hold } } };
  const first = mountDesk(<HoldPart kind="lead" id={id('03')} />, { answers });
  await button('Put under a legal hold…').click();
  await page.getByRole('textbox').fill('Letter of');
  first.leave();
  mountDesk(<HoldPart kind="lead" id={id('03')} />, { answers });
  await button('Put under a legal hold…').click();
  await expect.element(page.getByRole('textbox')).toHaveValue('Letter of');
});

test('R222 a hold that somebody else has set or ended meanwhile says so, and whoever may not erase sees none', async () => {
  const list = `GET /api/desk/records/holds/lead/${id('03')}`;
  const ended = 'This hold has ended already.';
  const { leave } = mountDesk(<HoldPart kind="lead" id={id('03')} />, {
    answers: { [list]: { json: { holds: [hold] } }, [ending]: { status: 409, text: ended } },
  });
  await button('End the hold').click();
  await button('End it').click();
  await expect.element(page.getByText(ended)).toBeVisible();
  leave();
  (await import('../lib/read.ts')).queryClient.clear();
  const { calls } = mountDesk(
    <>
      <p>A record</p>
      <HoldPart kind="lead" id={id('03')} />
    </>,
    { role: 'manager', answers: { [list]: { json: { holds: [hold] } } } },
  );
  await expect.element(page.getByText('A record')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
  expect(calls).toEqual([]);
});

test('R794 a legal hold that could not be read says so, and the record does not look like one without', async () => {
  const list = `GET /api/desk/records/holds/lead/${id('03')}`;
  let fails = true;
  mountDesk(<HoldPart kind="lead" id={id('03')} />, {
    answers: { [list]: () => (fails ? { status: 500, text: 'No' } : { json: { holds: [hold] } }) },
  });
  await expect.element(page.getByText('Could not load the legal hold')).toBeVisible();
  await expect.element(button('Put under a legal hold…')).not.toBeInTheDocument();
  fails = false;
  await button('Try again').click();
  await expect.element(page.getByText('Under a legal hold')).toBeVisible();
});

test('R846 a lead that the hold on its dealership keeps says so, and can be put under a hold of its own', async () => {
  const list = `GET /api/desk/records/holds/lead/${id('03')}`;
  let holds: HoldView[] = [{ ...hold, kind: 'dealership', subjectId: id('09'), subject: 'Sample Motors' }];
  const { sent } = mountDesk(<HoldPart kind="lead" id={id('03')} />, {
    answers: {
      [list]: () => ({ json: { holds } }),
      'POST /api/desk/records/holds': () => {
        holds = [{ ...hold, id: id('08'), reason: 'Open claim' }, ...holds];
        return { json: { hold: holds[0] } };
      },
    },
  });
  await expect.element(page.getByText('Under a legal hold, set on Sample Motors')).toBeVisible();
  await page.getByRole('button', { name: 'Put under a legal hold…' }).click();
  await page.getByRole('textbox', { name: 'Why must it be kept?' }).fill('Open claim');
  await page.getByRole('button', { name: 'Set the hold' }).click();
  await expect.element(page.getByText('Open claim')).toBeVisible();
  await expect.element(page.getByText('Under a legal hold, set on Sample Motors')).toBeVisible();
  expect(sent('POST /api/desk/records/holds')).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Put under a legal hold…' })).not.toBeInTheDocument();
});
