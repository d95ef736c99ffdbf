import '../styles/desk.css';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mountDesk } from '../../tests/components/desk.tsx';
import { pressOnce } from '../../tests/components/pointer.ts';
import { ExportButton } from './ExportButton.tsx';

test('R519 an export that is pressed twice is begun and downloaded once, although its answer came between the two', async () => {
  const download = vi.fn<(address: string) => void>();
  const { sent } = mountDesk(<ExportButton kind="leads" filter={{ status: 'all' }} download={download} />, {
    answers: {
      'POST /api/desk/exports': { json: { address: '/api/desk/exports/token', expiresAt: '2099-01-01T00:00:00.000Z' } },
    },
  });
  const button = page.getByRole('button', { name: 'Export CSV' });
  await expect.element(button).toBeVisible();
  const place = () => button.element().getBoundingClientRect();
  const atMs = performance.now();
  await pressOnce(place(), 'mouse', { atMs });
  await expect.element(page.getByText(/Your browser downloads the file/)).toBeVisible();
  await pressOnce(place(), 'mouse', { atMs: atMs + 160, count: 2 });
  expect(sent('POST /api/desk/exports')).toHaveLength(1);
  expect(download).toHaveBeenCalledOnce();
});

/** The export of a list, with a button that changes the list's filter. */
function Filtered() {
  const [status, setStatus] = useState('new');
  return (
    <>
      <button type="button" onClick={() => setStatus('lost')}>
        Lost
      </button>
      <ExportButton kind="leads" filter={{ status }} download={() => {}} />
    </>
  );
}

test('R399 an export whose filter changes while it is begun says that it holds what the filter showed before', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { sent } = mountDesk(<Filtered />, {
    answers: {
      'POST /api/desk/exports': async () => {
        await answered;
        return { json: { address: '/api/desk/exports/token', expiresAt: '2099-01-01T00:00:00.000Z' } };
      },
    },
  });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await page.getByRole('button', { name: 'Lost' }).click();
  answer();
  await expect.element(page.getByText(/It holds what the filter showed when you pressed/)).toBeVisible();
  expect(sent('POST /api/desk/exports')).toEqual([{ kind: 'leads', filter: { status: 'new' } }]);
});
