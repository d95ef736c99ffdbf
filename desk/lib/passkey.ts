/** Passkeys in the browser (WebAuthn Level 3). The server's options come in as JSON, and the authenticator's response goes out as JSON. */

/** The response of an authenticator, as it is sent to the server. */
export type PasskeyResponse = { id: string; rawId: string; type: string; response: Record<string, unknown> };

/** The response of a passkey, or why there is none. */
type PasskeyOutcome = { readonly response: PasskeyResponse } | { readonly text: string };

/** Usually the person closed the browser's dialog for passkeys, or none of their passkeys fits. */
const cancelled = { text: 'No passkey was used. Try again, or use another way.' };

export const passkeysWork = (): boolean =>
  'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

async function settle(ask: () => Promise<Credential | null>): Promise<PasskeyOutcome> {
  if (!passkeysWork()) return { text: 'This browser has no passkeys. Use another way, or a newer browser.' };
  try {
    const credential = await ask();
    if (!(credential instanceof PublicKeyCredential)) return cancelled;
    return { response: credential.toJSON() as unknown as PasskeyResponse };
  } catch {
    // The browser does not tell the reason, so that pages cannot learn who has a passkey.
    return cancelled;
  }
}

/** @param options of `askPasskey` */
export const getPasskey = (options: unknown): Promise<PasskeyOutcome> =>
  settle(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON),
    }),
  );

/** @param options of `beginPasskey` */
export const createPasskey = (options: unknown): Promise<PasskeyOutcome> =>
  settle(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON),
    }),
  );
