/** What could not be loaded is read again by itself when something changes, or when the connection is back. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as z from 'zod/mini';
import { viewPresence } from '#contract/desk/live-endpoints.ts';
import { endpoint } from '#contract/endpoint.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { drawn } from '../../tests/components/mount.ts';
import { readAgain, useRead } from '../lib/read.ts';
import { PresenceSwitch } from '../presence/PresenceSwitch.tsx';
import { Loaded } from './Loaded.tsx';

const viewRow = endpoint('GET', '/api/desk/row/:id', {
  summary: 'A row',
  auth: { staff: 'signed-in' },
  params: z.object({ id: z.string() }),
  responses: { 200: z.object({ id: z.string() }) },
});

function Row({ id }: { id: string }) {
  return (
    <Loaded read={useRead(viewRow, { params: { id } }, { topics: ['messages'] })} what="the row">
      {(row) => <p>{`The row ${row.id}`}</p>}
    </Loaded>
  );
}

const change = () => readAgain({ topics: [{ topic: 'messages', id: null }] });
const failed = page.getByText('Could not load the row');
const busy: Answer = { status: 503, text: 'The server is busy at this moment.' };

test('R979 that something could not be loaded is said until it is, also while it is read again by itself', async () => {
  const answers: ((answer: Answer) => void)[] = [];
  const hear = () => new Promise<Answer>((resolve) => void answers.push(resolve));
  mountDesk(<Row id="a" />, { answers: { 'GET /api/desk/row/a': hear } });
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.(busy);
  await expect.element(failed).toBeVisible();
  const said = failed.element();
  const again = page.getByRole('button', { name: 'Try again' }).element() as HTMLElement;
  again.focus();
  change();
  await expect.poll(() => answers.length).toBe(2);
  await expect.element(page.getByRole('button', { name: 'Trying…' })).toHaveFocus();
  answers[1]?.(busy);
  await expect.element(page.getByRole('button', { name: 'Try again' })).toHaveFocus();
  // It is the same message all the time, so a screen reader is told once.
  expect(failed.element()).toBe(said);
  change();
  await expect.poll(() => answers.length).toBe(3);
  answers[2]?.({ json: { id: 'a' } });
  await expect.element(page.getByText('The row a')).toBeVisible();
  await expect.element(failed).not.toBeInTheDocument();
});

test('R979 that one thing could not be loaded is not said of the next', async () => {
  const { show } = mountDesk(<Row id="a" />, {
    answers: { 'GET /api/desk/row/a': busy, 'GET /api/desk/row/b': 'never' },
  });
  await expect.element(failed).toBeVisible();
  show(<Row id="b" />);
  await expect.element(page.getByText('Loading the row…')).toBeVisible();
  await expect.element(failed).not.toBeInTheDocument();
});

test('R979 that the own presence could not be read stays said beside its switch while it is read again', async () => {
  const failing: Answer = { status: 500, text: 'No' };
  let answer: Answer = failing;
  const { calls } = mountDesk(<PresenceSwitch />, { answers: { [`GET ${viewPresence.path}`]: () => answer } });
  const said = 'Something went wrong on our side.';
  await expect.element(page.getByRole('alert')).toHaveTextContent(said);
  answer = 'never';
  readAgain({ topics: [], everything: true });
  await expect.poll(() => calls.length).toBe(2);
  await drawn();
  await expect.element(page.getByRole('alert')).toHaveTextContent(said);
});
