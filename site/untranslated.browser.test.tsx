/** What people read letter by letter or compare, in a browser that translates the page. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { tabStorage } from '#client/lib/storage.ts';
import { mount } from '../tests/components/mount.ts';
import { view as linkView, made } from './access-code/testing/visit.ts';
import { AgentScreen } from './agent/AgentScreen.tsx';
import { aView } from './agent/testing.ts';
import { AccessCode } from './pages/AccessCode.tsx';
import { LiveCard } from './portal/request/LiveCard.tsx';
import { aRequest } from './portal/testing/server.ts';

const words = ['maple', 'river'] as [string, string];
const given = { anydesk: 'frontdesk@ad', words };
const accepted = { acceptedAt: '2026-11-20T21:05:00.000Z', acceptedBy: 'Tamsin Okoro' } as const;

/** Whether a browser may translate the element that has these words alone. */
async function isTranslated(text: string): Promise<boolean> {
  const found = page.getByText(text, { exact: true }).first();
  await expect.element(found).toBeInTheDocument();
  return (found.element() as HTMLElement).translate;
}

test.each([
  [
    'the card of a request',
    <LiveCard
      key="card"
      request={{ status: 'known', connection: 'live', view: aRequest({ ...accepted, ...given, state: 'accepted' }) }}
      beside={[]}
      onDismiss={() => undefined}
    />,
  ],
  [
    'an agent’s page',
    <AgentScreen
      key="agent"
      page={{ status: 'open', silent: false, view: aView({ ...accepted, ...given, mine: true }) }}
      onStep={() => undefined}
    />,
  ],
])('R734 the two words and the AnyDesk address are not translated: %s', async (_, shown) => {
  mount(shown);
  for (const word of words) expect(await isTranslated(word)).toBe(false);
  expect(await isTranslated(given.anydesk)).toBe(false);
  // The sentences around them are.
  expect(document.body.translate).toBe(true);
});

test('R734 an access code is not translated', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) =>
    Response.json(String(input).endsWith('/code') ? made : linkView),
  );
  tabStorage.write('boxline.code-link', 'T'.repeat(43));
  mount(<AccessCode />);
  await page.getByRole('button', { name: 'Make the code' }).click();
  for (const part of made.code.split('-')) expect(await isTranslated(part)).toBe(false);
});
