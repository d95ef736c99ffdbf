import '../../pages/portal.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { portalTexts } from '#contract/portal.ts';
import { expectFits, mount } from '../../../tests/components/mount.ts';
import { notFoundText } from '../access/out-of-sight.ts';
import { aRequest, aSession } from '../testing/server.ts';
import { PortalScreen } from './PortalScreen.tsx';

test('R909 a request that the server has lost is shown in the open portal, and announced', async () => {
  const open = { session: aSession(), request: { status: 'none' }, beside: [] } as const;
  const view = aRequest();
  const lost = { id: view.id, view };
  const screen = mount(<PortalScreen {...open} outOfSight={[]} />);
  await expect.element(page.getByRole('button', { name: portalTexts.requestAnAgent })).toBeVisible();
  screen.show(<PortalScreen {...open} outOfSight={[lost]} />);
  await expect.element(page.getByText(notFoundText(lost)).first()).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent(notFoundText(lost));
  await expectFits();
});
