/** The week of the schedule by the keys alone. */
import '../styles/desk.css';
import './schedule.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { personOf, weekOf } from './testing.ts';
import { WeekGrid } from './WeekGrid.tsx';

const weekWithTwo = (monday: string, today: string) =>
  weekOf(monday, today, {
    people: ['Ada', 'Bo'].map((name) => personOf({ id: name.toLowerCase(), name })),
  });

const focused = () => (document.activeElement as HTMLElement).dataset['cell'];
const tabStops = () =>
  [...document.querySelectorAll<HTMLElement>('[data-cell]')]
    .filter(({ tabIndex }) => tabIndex === 0)
    .map(({ dataset }) => dataset['cell']);

test('R757 whoever walked through another week reaches the days of this week that are not over, by Tab and by the arrows', async () => {
  await page.viewport(1440, 900);
  const open = () => undefined;
  const thisWeek = weekWithTwo('2026-11-23', '2026-11-26');
  const screen = mount(<WeekGrid week={thisWeek} onOpen={open} />);
  await expect.poll(tabStops).toEqual(['ada 2026-11-26']);
  screen.show(<WeekGrid week={weekWithTwo('2026-11-30', '2026-11-26')} onOpen={open} />);
  await expect.poll(tabStops).toEqual(['ada 2026-11-30']);
  document.querySelector<HTMLElement>('[data-cell="bo 2026-11-30"]')?.focus();
  await expect.poll(tabStops).toEqual(['bo 2026-11-30']);
  screen.show(<WeekGrid week={thisWeek} onOpen={open} />);
  await expect.poll(tabStops).toEqual(['bo 2026-11-26']);
  document.querySelector<HTMLElement>('[data-cell="bo 2026-11-26"]')?.focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(focused()).toBe('bo 2026-11-26');
  await userEvent.keyboard('{ArrowRight}{ArrowUp}');
  expect(focused()).toBe('ada 2026-11-27');
  // Midnight passes.
  screen.show(<WeekGrid week={weekWithTwo('2026-11-23', '2026-11-28')} onOpen={open} />);
  await expect.poll(tabStops).toEqual(['ada 2026-11-28']);
});
