/** Days that are typed digit by digit, and days that make no period. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { figureRefusals } from '#contract/desk/figures.ts';
import { type Call, mountDesk } from '../../tests/components/desk.tsx';
import { NumbersScreen } from './NumbersScreen.tsx';
import { figuresOf } from './testing.ts';

const path = 'GET /api/desk/figures';

/** Answers as the server does: the figures of a period, and a refusal for days that make none. */
function answer({ query }: Call) {
  const [from, to] = [query.get('from') ?? '2026-11-16', query.get('to') ?? '2026-11-22'];
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  return days >= 0 && days < 400 ? { json: figuresOf({ from, to }) } : figureRefusals.badPeriod;
}

const start = (at: string) => mountDesk(<NumbersScreen />, { at: `/numbers${at}`, answers: { [path]: answer } });
const asked = ({ calls }: ReturnType<typeof start>) =>
  calls.filter(({ name }) => name === path).map(({ query }) => query.get('from'));

test('R702 a year that is typed key by key is asked for once, as it is when it is whole', async () => {
  const screen = start('?period=custom&from=2026-11-16&to=2026-11-22');
  const field = page.getByLabelText('From', { exact: true });
  await expect.element(field).toHaveValue('2026-11-16');
  (field.element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}{Tab}2025');
  await expect.element(field).toHaveValue('2025-11-16');
  await expect.element(field).toHaveFocus();
  await expect.poll(() => asked(screen)).toEqual(['2026-11-16', '2025-11-16']);
});

test('R702 days that are no period say why, and can be put right where they stand', async () => {
  start('?period=custom&from=2026-11-16&to=2026-11-22&dealership=harbor');
  const field = page.getByLabelText('To', { exact: true });
  await expect.element(field).toHaveValue('2026-11-22');
  await field.fill('2026-11-01');
  await expect.element(page.getByText(figureRefusals.badPeriod.text)).toBeVisible();
  await expect.element(field).toHaveValue('2026-11-01');
  await expect.element(page.getByLabelText('Dealership')).toHaveValue('harbor');
  await field.fill('2026-11-30');
  await expect.element(page.getByText(figureRefusals.badPeriod.text)).not.toBeInTheDocument();
});
