import '../../pages/portal.css';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { portalTexts } from '#contract/portal.ts';
import { beginAnew } from '../../../tests/components/forms.ts';
import { inLongRun } from '../../../tests/components/long-run.ts';
import { expectFits, mount } from '../../../tests/components/mount.ts';
import { aRequest, aSession } from '../testing/server.ts';
import { lostText } from './lost-text.ts';
import { PortalScreen } from './PortalScreen.tsx';

beforeEach(beginAnew);

test('R909 a request that the server has lost is shown in the open portal, and announced once the server was asked for it', async () => {
  const open = { session: aSession(), request: { status: 'none' }, beside: [] } as const;
  const view = aRequest();
  const lost = { id: view.id, view };
  const screen = mount(<PortalScreen {...open} outOfSight={[]} />);
  await expect.element(page.getByRole('button', { name: portalTexts.requestAnAgent })).toBeVisible();
  screen.show(<PortalScreen {...open} outOfSight={[lost]} />);
  await expect.element(page.getByText(lostText(lost))).toBeVisible();
  // Longer than a region waits before it speaks.
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
  await expectFits();
  const notFound = { ...lost, isNotFound: true };
  screen.show(<PortalScreen {...open} outOfSight={[notFound]} />);
  await expect.element(page.getByText(lostText(notFound)).first()).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent(lostText(notFound));
  await expectFits();
});

inLongRun(() => {
  test('R779 none of the actions that come where “Access Portal” was pressed takes a press for a moment', async () => {
    mount(<PortalScreen session={aSession()} request={{ status: 'none' }} beside={[]} outOfSight={[]} />);
    const actions = [
      page.getByRole('button', { name: portalTexts.requestAnAgent }),
      page.getByRole('button', { name: portalTexts.downloadAnydesk }),
      page.getByRole('link', { name: portalTexts.dealerIntakeForm }),
    ];
    for (const action of actions) await expect.element(action).toHaveAttribute('aria-disabled', 'true');
    const prevented: boolean[] = [];
    const hear = (event: Event) => {
      prevented.push(event.defaultPrevented);
      // A test opens no tab.
      event.preventDefault();
    };
    addEventListener('click', hear);
    onTestFinished(() => removeEventListener('click', hear));
    const press = () =>
      actions[2]?.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    press();
    for (const action of actions) await expect.element(action).not.toHaveAttribute('aria-disabled');
    press();
    expect(prevented).toEqual([true, false]);
  });

  test.each([
    ['Request An Agent', { status: 'none' }],
    [
      'Cancel request',
      { status: 'known', connection: 'live', view: aRequest({ expiresAt: '2036-11-20T21:19:12.000Z' }) },
    ],
  ] as const)('R985 “%s” waits a moment when a line about a lost request moves it', async (name, request) => {
    const open = { session: aSession(), request, beside: [] } as const;
    const lost = { id: aRequest().id, view: undefined };
    const button = page.getByRole('button', { name });
    const screen = mount(<PortalScreen {...open} outOfSight={[lost]} />);
    await expect.element(button).not.toHaveAttribute('aria-disabled');
    screen.show(<PortalScreen {...open} outOfSight={[lost, { ...lost, id: '0'.repeat(16) }]} />);
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).not.toHaveAttribute('aria-disabled');
    screen.show(<PortalScreen {...open} outOfSight={[]} />);
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).not.toHaveAttribute('aria-disabled');
  });

  test('R985 the actions wait a moment when the card above them grows', async () => {
    const view = aRequest({ expiresAt: '2036-11-20T21:19:12.000Z' });
    const open = { session: aSession(), beside: [], outOfSight: [] } as const;
    const button = page.getByRole('button', { name: portalTexts.requestAnAgent });
    const screen = mount(<PortalScreen {...open} request={{ status: 'known', connection: 'live', view }} />);
    await expect.element(button).not.toHaveAttribute('aria-disabled');
    const after = { ...view, smsStatus: 'nobody' } as const;
    screen.show(<PortalScreen {...open} request={{ status: 'known', connection: 'live', view: after }} />);
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).not.toHaveAttribute('aria-disabled');
  });
});

const wayOf = (session: Parameters<typeof aSession>[0], view: ReturnType<typeof aRequest>) => {
  mount(
    <PortalScreen
      session={aSession(session)}
      request={{ status: 'known', connection: 'live', view }}
      beside={[]}
      outOfSight={[]}
    />,
  );
  return page.getByRole('button', { name: portalTexts.requestAnAgent });
};
const besideNote = page.getByText(/^A request of yours is under way/);

test.each([
  [
    'it was cancelled',
    {},
    { closing: { as: 'cancelled', at: '2036-11-20T21:04:12.000Z', endsAt: '2036-11-20T21:05:12.000Z' } } as const,
  ],
  ['no other one can be sent', { textAgent: false }, {}],
])('R1091 a request does not count as under way when %s', async (_, session, change) => {
  const button = wayOf(session, aRequest({ expiresAt: '2036-11-20T21:19:12.000Z', ...change }));
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  await button.click();
  await expect.element(page.getByRole('button', { name: portalTexts.callAgent })).toBeVisible();
  await expect.element(besideNote).not.toBeInTheDocument();
});

test('R1203 before the form it says that nobody is on shift, and the call is the main way', async () => {
  const open = { request: { status: 'none' }, beside: [], outOfSight: [] } as const;
  const screen = mount(<PortalScreen {...open} session={aSession()} />);
  await page.getByRole('button', { name: portalTexts.requestAnAgent }).click();
  const nobody = page.getByText(/^Nobody is on shift now\./);
  const text = page.getByRole('button', { name: portalTexts.textAgent });
  const call = page.getByRole('button', { name: portalTexts.callAgent });
  await expect.element(text).toHaveClass('button-primary');
  await expect.element(nobody).not.toBeInTheDocument();
  screen.show(<PortalScreen {...open} session={aSession({ staffed: false })} />);
  await expect.element(nobody).toBeVisible();
  await expect.element(call).toHaveClass('button-primary');
  await expect.element(text).not.toHaveClass('button-primary');
  await expect.element(page.getByText(/get it at once/)).not.toBeInTheDocument();
});

test('R1171 that a request is under way is announced when it comes into the open dialog, and the buttons wait a moment', async () => {
  const open = { session: aSession(), beside: [], outOfSight: [] } as const;
  const screen = mount(<PortalScreen {...open} request={{ status: 'none' }} />);
  await page.getByRole('button', { name: portalTexts.requestAnAgent }).click();
  const ways = [portalTexts.textAgent, portalTexts.callAgent].map((name) => page.getByRole('button', { name }));
  for (const way of ways) await expect.element(way).not.toHaveAttribute('aria-disabled');
  const region = page.getByRole('dialog').getByRole('status').element();
  const view = aRequest({ expiresAt: '2036-11-20T21:19:12.000Z' });
  screen.show(<PortalScreen {...open} request={{ status: 'known', connection: 'live', view }} />);
  for (const way of ways) await expect.element(way).toHaveAttribute('aria-disabled', 'true');
  expect(region.textContent).toMatch(/^A request of yours is under way/);
  for (const way of ways) await expect.element(way).not.toHaveAttribute('aria-disabled');
});
