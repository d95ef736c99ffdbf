/** Loads the mail provider's own package, when it is first needed. */

export type MailPackage = Pick<typeof import('@emailjs/browser'), 'init' | 'send' | 'sendForm'>;

/**
 * Makes `localStorage` absent where reading it throws. The package reads it while it is imported, and a module that threw
 * once can never be imported again in that page. It takes an absent storage well.
 */
export function hideRefusedStorage(scope: object): void {
  try {
    Reflect.get(scope, 'localStorage');
  } catch {
    Object.defineProperty(scope, 'localStorage', { configurable: true, value: undefined });
  }
}

/** Imports the package; kept out of the first load. Rejects when its file cannot be fetched. */
export async function loadMailPackage(scope: object = globalThis): Promise<MailPackage> {
  hideRefusedStorage(scope);
  return import('@emailjs/browser');
}
