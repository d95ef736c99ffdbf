import '../styles/desk.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mountDesk } from '../../tests/components/desk.tsx';
import { ExportButton } from './ExportButton.tsx';

test('R225 an export that is pressed twice is begun and downloaded once', async () => {
  const download = vi.fn<(address: string) => void>();
  const { sent } = mountDesk(<ExportButton kind="leads" filter={{ status: 'all' }} download={download} />, {
    answers: {
      'POST /api/desk/exports': { json: { address: '/api/desk/exports/token', expiresAt: '2099-01-01T00:00:00.000Z' } },
    },
  });
  await page.getByRole('button', { name: 'Export CSV' }).dblClick();
  await expect.element(page.getByText(/Your browser downloads the file/)).toBeVisible();
  expect(sent('POST /api/desk/exports')).toHaveLength(1);
  expect(download).toHaveBeenCalledOnce();
});
