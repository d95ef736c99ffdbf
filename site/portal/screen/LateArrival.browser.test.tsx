import '../../pages/portal.css';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { portalTexts } from '#contract/portal.ts';
import { beginAnew } from '../../../tests/components/forms.ts';
import { expectFits, mount } from '../../../tests/components/mount.ts';
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
  mount(<PortalScreen session={aSession({ dealership })} request={{ status: 'none' }} beside={[]} outOfSight={[]} />);
  await button(portalTexts.requestAnAgent).click();
  await button(portalTexts.textAgent).click();
  await note.fill('Second screen');
  await button(portalTexts.requestAgent).click();
  await expect.element(page.getByText(portalTexts.sendFailed)).toBeVisible();
  return { arrive: () => portal.arrivedLate.set(create.mock.lastCall?.[0]), create };
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
