import '../styles/desk.css';
import './people.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listPeople, switchShift } from '#contract/desk/people-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { pressOnce } from '../../tests/components/pointer.ts';
import { personRecordOf } from '../../tests/support/person-record.ts';
import { useRead } from '../lib/read.ts';
import { keepPerson, ShiftSwitch } from './switches.tsx';

const lee = personRecordOf('Lee Marsh', 'agent', { id: 'lee', onShiftAt: null });

function List() {
  return useRead(listPeople, {}, { topics: readTopics.listPeople }).data?.people.map((person) => (
    <ShiftSwitch key={person.id} person={person} />
  ));
}

const shift = page.getByRole('switch', { name: 'Shift of Lee Marsh' });

test('R519 a thumb that presses a switch twice turns it once, although the answer came between the two', async () => {
  let stored = lee;
  const { sent } = mountDesk(<List />, {
    answers: {
      [`GET ${listPeople.path}`]: () => ({
        json: { people: [stored], mayInvite: [], serverNow: '2026-11-21T21:00:00.000Z' },
      }),
      [`POST ${switchShift.path.replace(':id', lee.id)}`]: ({ body }) => {
        stored = { ...lee, onShiftAt: (body as { on: boolean }).on ? '2026-11-21T21:00:00.000Z' : null };
        return { json: stored };
      },
    },
  });
  await expect.element(shift).toHaveAttribute('aria-checked', 'false');
  const atMs = performance.now();
  for (const afterMs of [0, 160]) {
    await pressOnce(shift.element().getBoundingClientRect(), 'finger', { atMs: atMs + afterMs });
    await expect.element(shift).toHaveAttribute('aria-checked', 'true');
    await expect.element(shift).toHaveAttribute('aria-disabled', 'false');
  }
  expect(sent(`POST ${switchShift.path.replace(':id', lee.id)}`)).toEqual([{ on: true, seen: 0 }]);
});

test('R388 a switch whose answer is lost stands as it is stored', async () => {
  let stored = lee;
  mountDesk(<List />, {
    answers: {
      [`GET ${listPeople.path}`]: () => ({
        json: { people: [stored], mayInvite: [], serverNow: '2026-11-21T21:00:00.000Z' },
      }),
      [`POST ${switchShift.path.replace(':id', lee.id)}`]: () => {
        stored = { ...lee, onShiftAt: '2026-11-21T21:00:00.000Z' };
        return 'cut';
      },
    },
  });
  await expect.element(shift).toHaveAttribute('aria-checked', 'false');
  await shift.click();
  await expect.element(page.getByRole('alert')).not.toBeEmptyDOMElement();
  await expect.element(shift).toHaveAttribute('aria-checked', 'true');
});

test('R1051 each press of a switch says what its last answer showed, and one that comes after a newer one shows what stands', async () => {
  let stored = lee;
  const turn = (on: boolean) => {
    stored = { ...lee, onShiftAt: on ? '2026-11-21T21:00:00.000Z' : null, switches: stored.switches + 1 };
  };
  const { sent } = mountDesk(<List />, {
    answers: {
      [`GET ${listPeople.path}`]: () => ({
        json: { people: [lee], mayInvite: [], serverNow: '2026-11-21T21:00:00.000Z' },
      }),
      [`POST ${switchShift.path.replace(':id', lee.id)}`]: ({ body }) => {
        const { on, seen } = body as { on: boolean; seen?: number };
        if (seen !== stored.switches) return { status: 409, json: stored };
        turn(on);
        return { json: stored };
      },
    },
  });
  for (const on of ['true', 'false']) {
    await shift.click();
    await expect.element(shift).toHaveAttribute('aria-checked', on);
    await expect.element(shift).toHaveAttribute('aria-disabled', 'false');
  }
  // Somebody else begins the shift and ends it again.
  turn(true);
  turn(false);
  await shift.click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Somebody else changed this. Check it, then press again.');
  await expect.element(shift).toHaveAttribute('aria-checked', 'false');
  // What is said is about that moment: it goes with the next change, whoever makes it.
  keepPerson({ ...stored, onShiftAt: '2026-11-21T21:00:00.000Z', switches: stored.switches + 1 });
  await expect.element(shift).toHaveAttribute('aria-checked', 'true');
  await expect.element(page.getByRole('alert')).toBeEmptyDOMElement();
  keepPerson(stored);
  await expect.element(shift).toHaveAttribute('aria-checked', 'false');
  await shift.click();
  await expect.element(shift).toHaveAttribute('aria-checked', 'true');
  expect(sent(`POST ${switchShift.path.replace(':id', lee.id)}`)).toEqual([
    { on: true, seen: 0 },
    { on: false, seen: 1 },
    { on: true, seen: 2 },
    { on: true, seen: 4 },
  ]);
});
