import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { viewPresence } from '#contract/desk/live-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { expectFits } from '../../tests/components/mount.ts';
import { PresenceSwitch } from './PresenceSwitch.tsx';

const me = { id: 'dana', name: 'Dana Whitcomb', since: '2026-11-21T21:06:00.000Z', onCall: false } as const;

test.each([
  ['says', 'available', false],
  ['does not say', 'available', true],
  ['does not say', 'away', false],
] as const)(
  'R1169 the presence switch %s that no texts come to a person who is %s, on shift: %s',
  async (says, presence, onShift) => {
    mountDesk(<PresenceSwitch />, {
      answers: { [`GET ${viewPresence.path}`]: { json: { people: [{ ...me, presence, onShift }] } } },
    });
    await expect.element(page.getByRole('combobox')).toHaveValue(presence);
    const note = page.getByText('Not on shift: new requests are not texted to you');
    if (says === 'says') await expect.element(note).toBeVisible();
    else await expect.element(note).not.toBeInTheDocument();
    await expectFits();
  },
);
