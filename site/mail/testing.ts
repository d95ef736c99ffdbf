/** Shared by the tests of the mail client: the parts of a browser that the client uses, and a server that answers `OK`. */
import { expect, vi } from 'vitest';
import { createMailClient, type MailEnvironment } from './client.ts';
import type { MailFailure } from './failure.ts';
import type { MailOptions, StorageProvider } from './options.ts';

/** A form as the package reads it: its name and its fields in order. */
export const formOf = (fields: readonly (readonly [string, string])[]) =>
  ({ nodeName: 'FORM', fields }) as unknown as HTMLFormElement;

/** Node's `FormData` cannot be made from a form; this one can. */
class FormDataOfForm extends FormData {
  constructor(form: { fields: readonly (readonly [string, string])[] }) {
    super();
    for (const [name, value] of form.fields) this.append(name, value);
  }
}

const ok = () => new Response('OK');
export const fetchFake = vi.fn<typeof fetch>();
const person = { languages: ['en-US'], webdriver: false };

/** Replaces this process's globals by those of the fake browser; for `beforeEach`. Returns a function that restores them. */
export function stubBrowser(): () => void {
  fetchFake.mockReset();
  fetchFake.mockImplementation(async () => ok());
  vi.stubGlobal('fetch', fetchFake);
  vi.stubGlobal('FormData', FormDataOfForm);
  vi.stubGlobal('location', { pathname: '/dealer-intake' });
  vi.stubGlobal('navigator', person);
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('document', { querySelector: (selector: string) => formsBySelector.get(selector) ?? null });
  return () => void vi.unstubAllGlobals();
}

export const formsBySelector = new Map<string, unknown>([
  ['#inquiry', formOf([['email', 'a@dealer.example']])],
  ['p', { nodeName: 'P' }],
]);

export const memory = (): StorageProvider & { values: Map<string, string> } => {
  const values = new Map<string, string>();
  return {
    values,
    get: async (key) => values.get(key),
    set: async (key, value) => void values.set(key, value),
    remove: async (key) => void values.delete(key),
  };
};

export const client = (options: Partial<MailOptions> = {}, environment?: MailEnvironment) =>
  createMailClient({ publicKey: 'key', ...options }, environment);

export const params = { email: 'a@dealer.example' };
export const send = (options?: Partial<MailOptions>, environment?: MailEnvironment) =>
  client(options, environment).send('service', 'template', params);

/** What a promise rejects with; fails when it resolves. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => expect.unreachable(`resolved with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
export const failure = async (promise: Promise<unknown>) => {
  const { status, text } = (await rejection(promise)) as MailFailure;
  return { status, text };
};

/** The requests made so far: address, and the body as it was sent. */
export const requests = () => fetchFake.mock.calls.map(([url, init]) => ({ url, body: init?.body }));
