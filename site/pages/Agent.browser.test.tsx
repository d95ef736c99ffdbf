import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { tabStorage } from '#client/lib/storage.ts';
import { refuse } from '#client/lib/testing/refusal.ts';
import { agentRefusals } from '#contract/agent.ts';
import type { EndedView } from '#contract/agent-endpoints.ts';
import { expectFits, mount } from '../../tests/components/mount.ts';
import { keepEnding } from '../agent/ending-draft.ts';
import { aView } from '../agent/testing.ts';
import { Agent } from './Agent.tsx';

test('R531 a note for the desk is shown as not sent when whoever took the request over has closed it', async () => {
  const ended: EndedView = {
    reference: 'BX-0000-0001',
    state: 'done',
    endedAt: '2026-11-20T21:10:00.000Z',
    acceptedBy: 'Rowan Ames',
    mine: false,
    disposition: null,
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify(ended), { status: 410 }));
  onTestFinished(() => void vi.restoreAllMocks());
  keepEnding(tabStorage, ended.reference, { disposition: '', note: 'GAP sold, bank asks for the stips' });
  location.hash = 'ABCDEFGHIJKLMNOPQRSTUV';
  mount(<Agent />);
  await expect.element(page.getByRole('heading', { name: 'This request is over' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Your note was not sent' })).toBeVisible();
  await expect.element(page.getByText('GAP sold, bank asks for the stips')).toBeVisible();
  await expectFits();
});

test('R1163 a note for the desk is shown as not sent when the link has died while it was typed', async () => {
  const view = aView({ acceptedAt: '2026-11-20T21:05:00.000Z', acceptedBy: 'Tamsin Okoro', mine: true });
  let asked = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    asked += 1;
    return asked === 1 ? new Response(JSON.stringify(view)) : refuse(401, agentRefusals.deadLink.text);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  keepEnding(tabStorage, view.reference, { disposition: '', note: 'GAP sold, bank asks for the stips' });
  location.hash = 'ABCDEFGHIJKLMNOPQRSTUV';
  mount(<Agent />);
  await expect.element(page.getByText(agentRefusals.deadLink.text).last()).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Your note was not sent' })).toBeVisible();
  await expect.element(page.getByText('GAP sold, bank asks for the stips')).toBeVisible();
  await expectFits();
});

test('R1176 a note for the desk is shown as not sent when the browser discarded the tab and the link has died meanwhile', async () => {
  const view = aView({ acceptedAt: '2026-11-20T21:05:00.000Z', acceptedBy: 'Tamsin Okoro', mine: true });
  const answer = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify(view)));
  onTestFinished(() => void vi.restoreAllMocks());
  keepEnding(tabStorage, view.reference, { disposition: '', note: 'GAP sold, bank asks for the stips' });
  location.hash = 'DISCARDEDABCDEFGHIJKLM';
  const { leave } = mount(<Agent />);
  await expect.element(page.getByRole('button', { name: 'Done' })).toBeVisible();
  leave();
  answer.mockImplementation(async () => refuse(401, agentRefusals.deadLink.text));
  const again = mount(<Agent />);
  await expect.element(page.getByText('GAP sold, bank asks for the stips')).toBeVisible();
  again.leave();
  location.hash = 'ANOTHERABCDEFGHIJKLMNO';
  mount(<Agent />);
  await expect.element(page.getByText(agentRefusals.deadLink.text).last()).toBeVisible();
  await expect.element(page.getByText('GAP sold, bank asks for the stips')).not.toBeInTheDocument();
});

test('R911 the answer Back to a question of an agent’s page gives the focus to the heading at once, with no answer from the server', async () => {
  const view = aView({ acceptedAt: '2026-11-20T21:05:00.000Z', acceptedBy: 'Tamsin Okoro', mine: true });
  let asked = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    asked += 1;
    // Whatever asks again later gets no answer.
    return asked === 1 ? new Response(JSON.stringify(view)) : new Promise<Response>(() => undefined);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  location.hash = 'ABCDEFGHIJKLMNOPQRSTUV';
  mount(<Agent />);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  for (const [opens, question] of [
    ['Hand back', 'Hand it back to the others?'],
    ['Done', 'How did it end?'],
  ] as const) {
    await expect.element(button(opens)).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button(opens)).not.toHaveAttribute('aria-disabled');
    (button(opens).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: question })).toHaveFocus();
    await expect.element(button('Back')).not.toHaveAttribute('aria-disabled');
    (button('Back').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  }
});
