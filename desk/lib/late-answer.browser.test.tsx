/** A press is answered late, and by then the person is at another screen, record or dialog. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { navigate } from 'wouter/use-browser-location';
import { removeSample, viewDealership } from '#contract/desk/dealership-endpoints.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { DealershipPane } from '../dealerships/DealershipPane.tsx';
import { DealershipsScreen } from '../dealerships/DealershipsScreen.tsx';
import { recordOf } from '../dealerships/testing.ts';
import { ScheduleScreen } from '../schedule/ScheduleScreen.tsx';
import { personOf, weekOf } from '../schedule/testing.ts';
import { keyOf, queryClient } from './read.ts';
import { sendDesk } from './send.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

/** An answer that comes when told to; `isAsked` says whether the call was made. */
function lateAnswer() {
  const answer = Promise.withResolvers<Answer>();
  let isAsked = false;
  const wait = () => {
    isAsked = true;
    return answer.promise;
  };
  return { wait, isAsked: () => isAsked, comes: answer.resolve };
}

test('R877 a record that was removed late takes nobody away from the screen where they are by then', async () => {
  const late = lateAnswer();
  const record = recordOf({ id: 'harbor', sample: true });
  const { show, sent } = mountDesk(<DealershipPane id="harbor" backTo="/dealerships" />, {
    at: '/dealerships/harbor',
    answers: {
      'GET /api/desk/dealerships/harbor': { json: { ...record, can: { ...record.can, remove: true } } },
      'POST /api/desk/dealerships/harbor/remove': late.wait,
    },
  });
  await button(/^Remove the sample/).click();
  await button('Remove the sample').click();
  await expect.poll(late.isAsked).toBe(true);
  navigate('/desk/leads/l-7');
  show(<p>A lead</p>);
  await expect.element(page.getByText('A lead')).toBeVisible();
  // The same write gets the answer of the one that is under way.
  const answered = sendDesk(removeSample, { params: { id: 'harbor' }, body: {} });
  late.comes({ json: { removed: 1 } });
  await answered;
  await expect.poll(() => sent('POST /api/desk/dealerships/harbor/remove').length).toBe(1);
  expect(location.pathname).toBe('/desk/leads/l-7');
});

test('R877 a dealership that was added late is not opened over the screen where the person is by then', async () => {
  const late = lateAnswer();
  const { show } = mountDesk(<DealershipsScreen />, {
    at: '/dealerships',
    answers: {
      'GET /api/desk/dealerships': { json: { rows: [], nextCursor: null, samples: 0, total: 0 } },
      'POST /api/desk/dealerships': late.wait,
    },
  });
  await button('Add').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbor Point Motors');
  await userEvent.keyboard('{Enter}');
  await expect.poll(late.isAsked).toBe(true);
  navigate('/desk/leads/l-7');
  show(<p>A lead</p>);
  await expect.element(page.getByText('A lead')).toBeVisible();
  late.comes({ json: recordOf({ id: 'harbor' }) });
  const kept = () => queryClient.getQueryData(keyOf(viewDealership, { params: { id: 'harbor' } }));
  await expect.poll(kept).toBeDefined();
  expect(location.pathname).toBe('/desk/leads/l-7');
});

test('R877 hours that are saved late do not close the dialog of another person that is open by then', async () => {
  await page.viewport(1440, 900);
  const late = lateAnswer();
  const [ada, bo] = ['Ada', 'Bo'].map((name) => personOf({ id: name.toLowerCase(), name, week: null }));
  const week = weekOf('2026-11-23', '2026-11-26', { people: [ada, bo].flatMap((one) => one ?? []) });
  mountDesk(<ScheduleScreen />, {
    at: '/schedule',
    answers: {
      'GET /api/desk/schedule': { json: week },
      'POST /api/desk/schedule/people/ada/week': late.wait,
    },
  });
  await button('Ada').click();
  await button(/Add hours on Monday$/).click();
  await button('Save the week').click();
  await expect.poll(late.isAsked).toBe(true);
  // A browser closes a dialog at the second Esc, also while its form is being sent.
  await userEvent.keyboard('{Escape}{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await button('Bo').click();
  const other = page.getByRole('dialog', { name: 'Hours of Bo' });
  await expect.element(other).toBeVisible();
  late.comes({ json: { ...ada, version: 2 } });
  await expect.element(page.getByText('The hours of Ada are saved.')).toBeInTheDocument();
  await expect.element(other).toBeVisible();
});
