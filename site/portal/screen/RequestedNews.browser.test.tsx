import './panels.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectFits, mount } from '../../../tests/components/mount.ts';
import { aRequest } from '../testing/server.ts';
import { RequestedNews } from './RequestedNews.tsx';

const shown = (change: Parameters<typeof aRequest>[0], connection: 'live' | 'offline' = 'live') => (
  <div className="portal night">
    <RequestedNews
      request={{ status: 'known', connection, view: aRequest({ expiresAt: '2036-11-20T21:19:12.000Z', ...change }) }}
    />
  </div>
);
const line = page.getByRole('status');

test('R814 the dialog after a request says how it stands, and gives the number to call, in a line that was there empty', async () => {
  const before = document.title;
  const screen = mount(<RequestedNews request={{ status: 'loading', connection: 'live' }} />);
  await expect.element(line).toBeEmptyDOMElement();
  screen.show(
    <RequestedNews request={{ status: 'known', connection: 'live', view: aRequest({ smsStatus: 'nobody' }) }} />,
  );
  await expect.element(line.getByText('Call the desk now')).toBeVisible();
  await expect.poll(() => document.title).toBe('Call the desk now | Dealer Portal');
  await expect.element(page.getByRole('link', { name: /^Call \(207\)/ })).toBeVisible();
  screen.show(
    shown({ state: 'accepted', acceptedAt: '2026-11-20T21:05:00.000Z', acceptedBy: 'Dana', smsStatus: 'nobody' }),
  );
  await expect.element(line).toHaveTextContent('Dana has your request');
  expect(document.title).toBe('Dana has your request | Dealer Portal');
  await expect.element(page.getByText(/^Rather talk/)).toBeVisible();
  expect(page.getByRole('link').elements()).toHaveLength(1);
  await expectFits();
  screen.leave();
  expect(document.title).toBe(before);
});

test('R814 the dialog after a request says that what it shows may be old when there is no connection', async () => {
  mount(shown({ sentAt: '2026-11-20T21:04:20.000Z' }, 'offline'));
  await expect.element(line.getByText('Sent. Waiting for a finance manager.')).toBeVisible();
  await expect.element(line.getByText(/^No connection to the desk\. This may be out of date/)).toBeVisible();
  await expectFits();
});

test('R1174 the dialog after a request that nobody is texted about says why to call, and has one link to call by', async () => {
  mount(shown({ smsStatus: 'nobody' }));
  await expect.element(line.getByText(/^Nobody can be texted now\./)).toBeVisible();
  expect(page.getByRole('link').elements()).toHaveLength(1);
  await expect.element(page.getByText(/^Rather talk/)).not.toBeInTheDocument();
  await expectFits();
});
