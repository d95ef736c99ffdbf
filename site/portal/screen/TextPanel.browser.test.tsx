import './panels.css';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Dealership } from '#contract/portal-endpoints.ts';
import { mount } from '../../../tests/components/mount.ts';
import type { AgentRequestInput } from '../request/create-request.ts';
import type { TextDraft } from '../state.ts';
import { TextPanel } from './TextPanel.tsx';

const own = { id: 'd-1', name: 'Harbor Lantern', phone: '(207) 555-0119' };
const empty: TextDraft = {
  dealershipId: '',
  requestType: 'active_deal',
  additionalInfo: '',
  callbackName: '',
  anydesk: '',
};

interface PanelProps {
  onSend: (input: AgentRequestInput) => void;
  /** The dealerships of a shared code; without them the code is the dealership's own. */
  shared?: readonly Dealership[];
}

function Panel({ onSend, shared }: PanelProps) {
  const [draft, setDraft] = useState(empty);
  return (
    <TextPanel
      dealerships={shared ?? [own]}
      own={shared ? null : own}
      isForeign={false}
      draft={draft}
      onDraft={setDraft}
      form={{ status: 'filling' }}
      onSend={onSend}
      onMissing={() => undefined}
      onChosen={() => undefined}
      onCancel={() => undefined}
    />
  );
}

/** Fills a field without an event, as some password managers do. */
function fillSilently(label: RegExp, value: string): void {
  const element = page.getByLabelText(label).element() as HTMLInputElement;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value);
}

test('R498 a name that a password manager filled in without telling goes with the request, and stays in its field', async () => {
  const send = vi.fn<(input: AgentRequestInput) => void>();
  mount(<Panel onSend={send} />);
  await page.getByLabelText(/^Additional info/).fill('Second screen');
  fillSilently(/^Your name/, 'Priya');
  await page.getByRole('button', { name: 'Request Agent' }).click();
  expect(send.mock.calls).toMatchObject([
    [{ dealership: own, callbackName: 'Priya', additionalInfo: 'Second screen' }],
  ]);
  await expect.element(page.getByLabelText(/^Your name/)).toHaveValue('Priya');
});

test('R813 a name that several dealerships have in common with their number goes out alone, and the form says that it will be asked', async () => {
  const send = vi.fn<(input: AgentRequestInput) => void>();
  const alike = [1, 2].map((number) => ({ id: `alike-${number}`, name: 'Smith Motors', phone: null }));
  mount(<Panel onSend={send} shared={[...alike, own]} />);
  await page.getByLabelText(/^Dealership/).selectOptions('Smith Motors, Not provided');
  await expect.element(page.getByText(/The finance manager asks which one is yours/)).toBeVisible();
  await page.getByRole('button', { name: 'Request Agent' }).click();
  expect(send.mock.calls).toMatchObject([[{ dealership: { id: null, name: 'Smith Motors' } }]]);
});

test('R1272 a note with a secret and an AnyDesk address is asked about the address, and the secret never is one', async () => {
  const send = vi.fn<(input: AgentRequestInput) => void>();
  mount(<Panel onSend={send} />);
  const note = page.getByLabelText(/^Additional info/);
  await note.fill('SSN 123456789, card 4111 1111 1111 1111');
  await expect.element(page.getByText(/Social Security number/)).toBeVisible();
  await expect.element(page.getByText(/AnyDesk address\?/)).not.toBeInTheDocument();
  await note.fill('SSN 123456789, AnyDesk 412 098 637');
  await page.getByRole('button', { name: 'Yes, send it as the address' }).click();
  await expect.element(page.getByText('412 098 637')).toBeVisible();
  await page.getByRole('button', { name: 'Request Agent' }).click();
  expect(send.mock.calls).toMatchObject([
    [{ anydesk: '412098637', additionalInfo: 'SSN [Social Security number removed], AnyDesk' }],
  ]);
});
