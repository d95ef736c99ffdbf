import { expect, test } from 'vitest';
import { sharedFiles } from './chunks.ts';

const modules: Readonly<Record<string, readonly string[]>> = {
  '/p/site/client.tsx': ['/p/client/ui/Button.tsx'],
  '/p/client/ui/Button.tsx': ['/p/client/ui/button.css', '/p/site/client.tsx'],
};
const graph = {
  getModuleInfo: (id: string) => ({ importedIds: modules[id] ?? [] }),
};

function fileOf(id: string, root = '/p'): string | undefined {
  const names = sharedFiles(`${root}/site/client.tsx`).groups.map(({ name }) => name(id, graph));
  return names.find((name) => name !== undefined);
}

test('what the entry imports, near or far, stays in the entry, and so do the bundler’s helpers', () => {
  const ids = ['/p/site/client.tsx', '/p/client/ui/Button.tsx', '/p/client/ui/button.css', '\0rolldown/runtime.js'];
  expect(ids.map((id) => fileOf(id))).toEqual(['client', 'client', 'client', 'client']);
});

test.each([
  ['content', '/p/site/content/PageSection.tsx'],
  ['fields', '/p/client/ui/Dialog.tsx'],
  ['free-text', '/p/contract/secrets.ts'],
  ['inquiry', '/p/site/pages/Inquiry.tsx'],
  ['schemas', '/p/node_modules/zod/v4/mini/index.js'],
  ['schemas', 'C:\\p\\contract\\agent-request-endpoints.ts'],
  ['schemas', '/p/contract/schemas.ts'],
  ['requests', '/p/contract/agent-request.ts'],
  ['requests', '/p/client/lib/http.ts'],
  ['requests', '/p/contract/desk/staff-refusals.ts'],
  ['client', '/p/client/lib/exchange.ts'],
  ['fields', '/p/site/runtime.ts'],
  ['forms', '/p/contract/intake.ts'],
  ['forms', '/p/contract/fixed-texts.ts'],
  ['client', '/p/contract/text-agent.ts'],
  ['portal', '/p/site/portal/portal-store.ts'],
  ['forms', '/p/client/ui/form-fields.tsx'],
  ['forms', '/p/site/forms/LeadForm.tsx'],
  ['forms', '/p/site/forms/receipt/receipts.ts'],
  ['inquiry', '/p/site/forms/inquiry/InquiryForm.tsx'],
  ['inquiry', '/p/contract/inquiry.ts'],
  [undefined, '/p/site/pages/About.tsx'],
])('%s has %s', (name, id) => {
  expect(fileOf(id)).toBe(name);
});

test.each(['/home/client', '/srv/contract/boxline', '/srv/site/portal/boxline'])(
  'R226 a module that only one page uses stays in its file when the project is in %s',
  (root) => {
    expect(fileOf(`${root}/site/pages/About.tsx`, root)).toBeUndefined();
    expect(fileOf(`${root}/client/ui/Dialog.tsx`, root)).toBe('fields');
  },
);
