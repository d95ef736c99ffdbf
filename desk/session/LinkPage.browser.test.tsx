import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lookAtLink } from '#contract/desk/link-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { LinkPage } from './LinkPage.tsx';

test('R1060 a name that was typed into one invitation does not fill the next one that is opened in the tab', async () => {
  const email = 'somebody@boxline.example';
  const looked = {
    json: { kind: 'invitation', name: null, email, expiresAt: '2026-11-21T08:00:00.000Z', began: null },
  };
  const invitation = (token: string) => <LinkPage key={token} link={{ kind: 'invitation', token }} />;
  const { show } = mountDesk(invitation('one'), { answers: { [`POST ${lookAtLink.path}`]: looked } });
  const name = page.getByLabelText('Your name');
  await name.fill('Ann Quill');
  show(invitation('two'));
  await expect.element(name).toHaveValue('');
});
