/** Parts of a screen that are often empty: they say that they could not be read, and do not look empty then. */
import '../styles/desk.css';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listAudit } from '#contract/desk/audit-endpoints.ts';
import { viewPresence } from '#contract/desk/live-endpoints.ts';
import { listPeople } from '#contract/desk/people-endpoints.ts';
import { viewCoverage } from '#contract/desk/schedule-endpoints.ts';
import { listLenderHours } from '#contract/desk/setting-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { AuditScreen } from '../audit/AuditScreen.tsx';
import { ComingHours } from '../board/ComingHours.tsx';
import { LenderHelp } from '../board/LenderHelp.tsx';
import { PresenceSwitch } from '../presence/PresenceSwitch.tsx';

const serverNow = '2026-11-21T02:04:00.000Z';
const coverage = { timeZone: 'America/New_York', isUsed: false, stretches: [], gaps: [], held: [], serverNow };
const parts: readonly (readonly [string, ReactNode, string, unknown])[] = [
  ['the lenders’ hours', <LenderHelp key="lenders" />, listLenderHours.path, { hours: [] }],
  ['the coming hours', <ComingHours key="hours" nowMs={Date.parse(serverNow)} />, viewCoverage.path, coverage],
  ['the people to choose from', <AuditScreen key="audit" />, listPeople.path, { people: [], mayInvite: [], serverNow }],
];

test.each(parts)('R794 %s: that they could not be read is said until they are', async (what, part, path, json) => {
  let fails = true;
  mountDesk(part, {
    answers: {
      [`GET ${listAudit.path}`]: { json: { entries: [], nextCursor: null } },
      [`GET ${path}`]: () => (fails ? { status: 500, text: 'No' } : { json }),
    },
  });
  const said = page.getByText(`Could not load ${what}`);
  await expect.element(said).toBeVisible();
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(said).not.toBeInTheDocument();
});

test('R794 a presence that could not be read says so beside its switch', async () => {
  mountDesk(<PresenceSwitch />, { answers: { [`GET ${viewPresence.path}`]: { status: 500, text: 'No' } } });
  await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong on our side.');
});
