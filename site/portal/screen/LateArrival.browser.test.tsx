import '../../pages/portal.css';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { portalTexts } from '#contract/portal.ts';
import { beginAnew } from '../../../tests/components/forms.ts';
import { expectFits, mount } from '../../../tests/components/mount.ts';
import { loadLatest } from '../../navigation/pending-load.ts';
import { portal } from '../portal.ts';
import { emptyDraft } from '../state.ts';
import { aSession } from '../testing/server.ts';
import { PortalScreen } from './PortalScreen.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const note = page.getByLabelText(/^Additional info/);
const dealership = { id: 'd-1', name: 'Harbor Lantern', phone: '(207) 555-0119' };

beforeEach(beginAnew);

/** The open portal after a request that no answer came to. Returns a function by which the request arrives after all. */
async function failToSend() {
  portal.draft.set(emptyDraft);
  const create = vi.spyOn(portal, 'createRequest').mockResolvedValue({ kind: 'failed' });
  const { leave, show } = mount(
    <PortalScreen session={aSession({ dealership })} request={{ status: 'none' }} beside={[]} outOfSight={[]} />,
  );
  await button(portalTexts.requestAnAgent).click();
  await button(portalTexts.textAgent).click();
  await note.fill('Second screen');
  await button(portalTexts.requestAgent).click();
  await expect.element(page.getByText(portalTexts.sendFailed)).toBeVisible();
  return { arrive: () => portal.arrivedLate.set(create.mock.lastCall?.[0]), create, leave, show };
}

test('R1067 the open form of a request that arrived late becomes “Agent Requested!”, and is empty the next time', async () => {
  const { arrive } = await failToSend();
  arrive();
  await expect.element(page.getByRole('heading', { name: portalTexts.agentRequested })).toBeVisible();
  expect(portal.draft.get()).toEqual(emptyDraft);
});

test('R1067 what was typed since stays, and the form says that the request arrived without it', async () => {
  const { arrive } = await failToSend();
  await note.fill('Second screen, hurry');
  arrive();
  await expect.element(page.getByText(/^Your request arrived, without what you have typed since/)).toBeVisible();
  await expect.element(page.getByText(portalTexts.sendFailed)).not.toBeInTheDocument();
  await expect.element(note).toHaveValue('Second screen, hurry');
  await expectFits();
});

test('R1157 what is sent from a form that announces another request goes out beside the one that arrived, from no other form', async () => {
  const beside = vi.spyOn(portal, 'askBeside');
  const { arrive, create } = await failToSend();
  await note.fill('Second screen, hurry');
  beside.mockClear();
  await button(portalTexts.requestAgent).click();
  await expect.poll(() => create.mock.calls.length).toBe(2);
  await expect.element(page.getByText(portalTexts.sendFailed)).toBeVisible();
  expect(beside, 'the form says that the request failed').not.toHaveBeenCalled();
  await note.fill('Another customer');
  arrive();
  await expect.element(page.getByText(/Request Agent sends another one/)).toBeVisible();
  expect(beside).toHaveBeenCalledTimes(1);
});

test('R1067 an earlier request that arrives late takes the failure of a later one with other answers away from nobody', async () => {
  const { arrive, create } = await failToSend();
  const [earlier] = create.mock.calls[0] ?? [];
  await note.fill('Another deal');
  await button(portalTexts.requestAgent).click();
  await expect.poll(() => create.mock.calls.length).toBe(2);
  await expect.element(page.getByText(portalTexts.sendFailed)).toBeVisible();
  portal.arrivedLate.set(earlier);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await expect.element(page.getByText(portalTexts.sendFailed)).toBeVisible();
  await expect.element(note).toHaveValue('Another deal');
  arrive();
  await expect.element(page.getByRole('heading', { name: portalTexts.agentRequested })).toBeVisible();
});

test('R1067 a request that arrives after its form was closed opens no dialog, and is not in the form any more', async () => {
  const { arrive } = await failToSend();
  await button(portalTexts.cancel).click();
  arrive();
  await expect.poll(() => portal.draft.get()).toEqual(emptyDraft);
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

test('R1165 “Agent Requested!” that nobody has closed is told on the page that comes next', async () => {
  const { arrive, leave } = await failToSend();
  onTestFinished(portal.dismissLeftRequest);
  arrive();
  await expect.element(page.getByRole('heading', { name: portalTexts.agentRequested })).toBeVisible();
  leave();
  expect(portal.store.get().leftRequest).toBe('sent');
});

test('R1165 “Agent Requested!” that was closed is not told again', async () => {
  const { arrive, leave } = await failToSend();
  arrive();
  await button(portalTexts.gotIt).click();
  leave();
  expect(portal.store.get().leftRequest).toBe('none');
});

test('R1174 a form that fails because Text Agent was switched off meanwhile says so beside its failure', async () => {
  const open = { request: { status: 'none' }, beside: [], outOfSight: [] } as const;
  const refreshed = vi.spyOn(portal, 'refreshSession').mockResolvedValue();
  onTestFinished(() => refreshed.mockRestore());
  const { show } = await failToSend();
  const off = page.getByText('Requests by text are switched off now. Call.');
  await expect.element(off).not.toBeInTheDocument();
  // When the choice was opened, and when the request had failed.
  expect(refreshed).toHaveBeenCalledTimes(2);
  show(<PortalScreen session={aSession({ dealership, textAgent: false })} {...open} />);
  await expect.element(off).toBeVisible();
  await expect.element(page.getByText(portalTexts.sendFailed)).toBeVisible();
});

/** A page that the person has asked for, and that does not come. */
const askForPage = () =>
  loadLatest(
    () => new Promise(() => undefined),
    () => undefined,
  ).then(() => 'given up');

test('R1165 a page that was asked for before a request fails does not come any more, because the form is open again', async () => {
  const { create } = await failToSend();
  const { promise, resolve } = Promise.withResolvers<{ readonly kind: 'failed' }>();
  create.mockReturnValue(promise);
  await button(portalTexts.requestAgent).click();
  const asked = askForPage();
  resolve({ kind: 'failed' });
  expect(await asked).toBe('given up');
});

test('R1165 a page that was asked for before a request arrives late does not come any more', async () => {
  const { arrive } = await failToSend();
  await button(portalTexts.cancel).click();
  const asked = askForPage();
  arrive();
  expect(await asked).toBe('given up');
});
