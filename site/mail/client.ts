/**
 * The mail client: `@emailjs/browser` 4.4.1 behind one module, with the specification's options and error catalogue (S3, S5,
 * S8). Where the package differs from the specification, this module makes the specification true:
 *
 * - A network failure rejects with status 0 and `Network Error`; the package rejects with the browser's own TypeError.
 * - `init` without a storage provider turns the package's `limitRate` off for good; a provider is always passed, and goes on
 *   in memory where the browser refuses its storage.
 * - The package stores the time of a send before it sends; here a failed send gives the throttle's window back.
 * - The package reads `localStorage` while it is imported, which can throw; it is imported late, with a refused storage hidden.
 * - The package takes an empty origin for its own; here it is the server that the page came from.
 * - The package waits for ever; here a request ends after 20 s as `Network Error`. The request itself cannot be taken back
 *   and may still arrive.
 * - The package skips checks of a block list, throttle or parameters of the wrong shape; `options.ts` has them.
 *
 * The package keeps its options in one place for the whole page. They are set again before each send, so clients with
 * different options can share a page as long as they share the origin.
 */
import { deviceStorage } from '#client/lib/storage.ts';
import { MailFailure, type MailResponse, networkError } from './failure.ts';
import { loadMailPackage, type MailPackage } from './load.ts';
import { faultOfForm, faultOfOptions, faultOfParams, type MailOptions } from './options.ts';
import { deviceProvider, openWindow, resilientProvider } from './throttle.ts';

export type MailClient = ReturnType<typeof createMailClient>;

export interface MailEnvironment {
  readonly load?: () => Promise<MailPackage>;
  readonly now?: () => number;
  /** After how many milliseconds a request without an answer ends as `Network Error`. */
  readonly timeoutMs?: number;
}

/** Whether a rejection is the package's own response object, which has a status and is no `Error`. */
const isResponse = (value: unknown): value is MailResponse =>
  typeof value === 'object' &&
  value !== null &&
  'status' in value &&
  typeof value.status === 'number' &&
  'text' in value &&
  typeof value.text === 'string';

/** Runs `task` until it ends or the time is over. `isOver` tells the task that its end no longer counts. */
function withDeadline<T>(timeoutMs: number, task: (isOver: () => boolean) => Promise<T>): Promise<T> {
  let over = false;
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      over = true;
      reject(new MailFailure(0, networkError));
    }, timeoutMs);
    task(() => over)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/**
 * @throws a plain string when an option has the wrong shape
 */
export function createMailClient(options: MailOptions, environment: MailEnvironment = {}) {
  const fault = faultOfOptions(options);
  if (fault !== undefined) throw fault;
  const { load = loadMailPackage, now = Date.now, timeoutMs = 20_000 } = environment;
  const { storageProvider } = options;
  const provider = storageProvider ? resilientProvider(storageProvider) : deviceProvider(deviceStorage);

  function configure(mail: MailPackage, storageProvider: ReturnType<typeof openWindow>): void {
    const { origin = '', publicKey, blockHeadless = false, blockList, limitRate } = options;
    mail.init(
      {
        origin: origin.replace(/\/+$/, ''),
        publicKey,
        blockHeadless,
        storageProvider,
        blockList: blockList ? { ...blockList, list: [...blockList.list] } : {},
        limitRate: { ...limitRate },
      },
      '',
    );
  }

  async function attempt(post: (mail: MailPackage) => Promise<MailResponse>): Promise<MailResponse> {
    const window = openWindow(provider, options.limitRate?.throttle ?? 0, now);
    try {
      const { status, text } = await withDeadline(timeoutMs, async (isOver) => {
        const mail = await load();
        // A package that arrives too late must not send what was already reported as failed.
        if (isOver()) throw new MailFailure(0, networkError);
        configure(mail, window);
        return post(mail);
      });
      return { status, text };
    } catch (failure) {
      await window.giveBack();
      if (typeof failure === 'string' || failure instanceof MailFailure) throw failure;
      if (!isResponse(failure)) throw new MailFailure(0, networkError);
      throw new MailFailure(failure.status, failure.text, failure.status === 429 ? window.shutForMs() : undefined);
    }
  }

  return {
    /** Fetches the package ahead of time. Resolves even when that fails: the send will report it. */
    prepare: (): Promise<void> =>
      load().then(
        () => undefined,
        () => undefined,
      ),
    /**
     * Sends template parameters as JSON. Resolves for any 2xx.
     *
     * @throws {MailFailure} every row of the error catalogue
     * @throws a plain string when the public key, the service ID or the template ID is missing, or the parameters are no plain object
     */
    async send(serviceId: string, templateId: string, params?: Readonly<Record<string, unknown>>) {
      const wrong = faultOfParams(params);
      if (wrong !== undefined) throw wrong;
      return attempt((mail) => mail.send(serviceId, templateId, params && { ...params }));
    },
    /** Sends a form, given by its element or a selector for it, as form data. Throws as `send` does. */
    async sendForm(serviceId: string, templateId: string, form: string | HTMLFormElement) {
      const wrong = faultOfForm(form);
      if (wrong !== undefined) throw wrong;
      return attempt((mail) => mail.sendForm(serviceId, templateId, form));
    },
  };
}
