/** Somebody goes on writing after a press, and the answer that the lead has changed comes late. */
import '../styles/desk.css';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { Lead } from './Lead.tsx';
import type { LeadActions } from './leads.ts';
import { recordOf, testNow } from './testing.ts';

test('R875 a question that comes late takes the focus from no note that somebody writes by then', async () => {
  const answer = Promise.withResolvers<void>();
  const unused = vi.fn<() => never>();
  const edit: LeadActions['edit'] = async () => {
    await answer.promise;
    return { kind: 'late', record: recordOf({ status: 'contacted', version: 3 }) };
  };
  const actions: LeadActions = {
    contacted: unused,
    note: unused,
    join: unused,
    tellApart: unused,
    suggestAgain: unused,
    part: unused,
    makeDealership: unused,
    edit,
  };
  const clock = { now: () => Date.parse(testNow) };
  mount(<Lead lead={recordOf()} clock={clock} actions={actions} hrefOf={(id) => `/leads/${id}`} />);
  await page.getByRole('button', { name: 'Lost' }).click();
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.click();
  await userEvent.keyboard('Ask for ');
  answer.resolve();
  await expect.element(page.getByRole('region', { name: 'This lead changed while you read it' })).toBeVisible();
  await userEvent.keyboard('Priya');
  await expect.element(note).toHaveValue('Ask for Priya');
});
