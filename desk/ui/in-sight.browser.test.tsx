/** On a phone the buttons are pinned under a record that may be long. The result of a press must still come into sight. */
import '../styles/desk.css';
import '../board/board.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { Record } from '../board/Record.tsx';
import type { RequestActions } from '../board/requests.ts';
import * as requests from '../board/testing.ts';
import { Lead } from '../leads/Lead.tsx';
import type { LeadActions } from '../leads/leads.ts';
import * as leads from '../leads/testing.ts';

const failing = () => Promise.resolve({ kind: 'unreachable' } as const);

const records = [
  [
    'request',
    'Accept',
    <Record
      key="request"
      record={requests.recordOf({ can: { accept: true, tick: true, editDeal: true } })}
      clock={{ now: () => Date.parse(requests.testNow) }}
      people={[]}
      actions={{ step: failing } as unknown as RequestActions}
    />,
  ],
  [
    'lead',
    'Contacted',
    <Lead
      key="lead"
      lead={leads.recordOf()}
      clock={{ now: () => Date.parse(leads.testNow) }}
      actions={{ contacted: failing } as unknown as LeadActions}
      hrefOf={(id) => id}
    />,
  ],
] as const;

test.each(records)('R204 why a press under a long %s failed is in sight on a phone', async (_, name, record) => {
  await page.viewport(390, 640);
  mount(<div className="night shell">{record}</div>);
  const button = page.getByRole('region', { name: 'What you do' }).getByRole('button', { name });
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  scrollTo(0, document.documentElement.scrollHeight);
  expect(scrollY).toBeGreaterThan(300);
  await button.click();
  const why = page.getByRole('alert').getByText(/No answer from the server/);
  await expect.element(why).toBeVisible();
  await expect
    .poll(() => {
      const { top, bottom } = why.element().getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    })
    .toBe(true);
});
