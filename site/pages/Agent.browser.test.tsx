import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { tabStorage } from '#client/lib/storage.ts';
import type { EndedView } from '#contract/agent-endpoints.ts';
import { expectFits, mount } from '../../tests/components/mount.ts';
import { keepEnding } from '../agent/ending-draft.ts';
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
