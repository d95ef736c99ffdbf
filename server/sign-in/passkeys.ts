/** Passkeys (WebAuthn Level 3), with the authenticator's own check of its person: a fingerprint, a face or a PIN. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Insertable } from 'kysely';
import { brand } from '#brand/brand.ts';
import type { Config } from '#server/config.ts';
import type { Storage, Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import { isoAfter } from '#server/times.ts';
import { type ChallengePurpose, challengeForMs, createChallenges } from './challenge.ts';
import { findPasskey, findPasskeysOf, notePasskeyUse, type Passkey, spendChallenge } from './store.ts';
import type { StaffPasskeyTable } from './tables.ts';

/** A browser's response about a passkey. The library checks it. */
export interface WebauthnResponse {
  readonly id: string;
  readonly response: object;
}

/** A proven passkey. `use` stores the use; false when the challenge was answered before or the passkey was removed since. */
interface ProvenPasskey {
  readonly passkey: Passkey;
  use(trx: Trx): Promise<boolean>;
}

interface PasskeysOptions extends Pick<Environment, 'now' | 'keyed'> {
  readonly storage: Pick<Storage, 'db'>;
  readonly config: Pick<Config, 'production' | 'publicUrl'>;
}

/** Loaded when the first passkey is used, because it is a tenth of what a server would load to start. */
const webauthn = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256. Every authenticator has one of them. The library would also ask the runtime for experimental ones. */
const algorithms = [-8, -7, -257];

/** `http://localhost`, with any port. */
const isLocalhost = (origin: string) => {
  const url = URL.parse(origin);
  return url?.protocol === 'http:' && url.hostname === 'localhost';
};

/** Undefined instead of an error. The library throws a plain error for every refusal, and each means that the passkey was not proven. */
const orUndefined = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);

const transportsOf = ({ transports }: Passkey) => JSON.parse(transports) as string[];

export type Passkeys = ReturnType<typeof createPasskeys>;

export function createPasskeys({ storage, keyed, config, now }: PasskeysOptions) {
  const { db } = storage;
  const challenges = createChallenges({ keyed, now });
  const rpID = config.production ? new URL(config.publicUrl).hostname : 'localhost';

  /** The origin that a response must name. On plain http any port of localhost is allowed, because the cookie is for all of them. */
  const expectedOrigin = (origin: string | undefined): string =>
    !config.production && origin !== undefined && isLocalhost(origin) ? origin : config.publicUrl;

  /** Checks the challenge in a response (`isExpected`), and marks it as answered afterwards (`spend`). */
  function expectChallenge(purpose: ChallengePurpose) {
    let challenge = '';
    return {
      isExpected(said: string): boolean {
        challenge = said;
        return challenges.isValid(said, purpose);
      },
      /** False when it was answered before. */
      spend(trx: Trx): Promise<boolean> {
        const until = isoAfter(now(), challengeForMs);
        return spendChallenge(trx, keyed.of('used-challenge', challenge), until);
      },
    };
  }

  return {
    /** Options for proving a passkey: one of this person's, or with null any that the browser has. */
    async optionsToProve(purpose: ChallengePurpose, personId: string | null) {
      const own = personId === null ? [] : await findPasskeysOf(db, personId);
      const { generateAuthenticationOptions } = await webauthn();
      return generateAuthenticationOptions({
        rpID,
        challenge: challenges.mint(purpose),
        userVerification: 'required',
        timeout: challengeForMs,
        ...(personId !== null && {
          allowCredentials: own.map((passkey) => ({ id: passkey.id, transports: transportsOf(passkey) })),
        }),
      });
    },

    /** Checks a response; undefined when it proves nothing. @param personId the person whose passkey it must be; null for any person */
    async prove(
      response: WebauthnResponse,
      purpose: ChallengePurpose,
      personId: string | null,
      origin: string | undefined,
    ): Promise<ProvenPasskey | undefined> {
      const passkey = await findPasskey(db, response.id);
      if (!passkey || (personId !== null && passkey.person_id !== personId)) return undefined;
      const challenge = expectChallenge(purpose);
      const { verifyAuthenticationResponse } = await webauthn();
      const checked = await orUndefined(
        verifyAuthenticationResponse({
          response: response as AuthenticationResponseJSON,
          expectedChallenge: challenge.isExpected,
          expectedOrigin: expectedOrigin(origin),
          expectedRPID: rpID,
          requireUserVerification: true,
          credential: {
            id: passkey.id,
            publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
            counter: Number(passkey.counter),
            transports: transportsOf(passkey),
          },
        }),
      );
      if (!checked?.verified) return undefined;
      const { newCounter } = checked.authenticationInfo;
      return {
        passkey,
        async use(trx) {
          return (await challenge.spend(trx)) && notePasskeyUse(trx, passkey.id, newCounter, now().toISOString());
        },
      };
    },

    async optionsToAdd(purpose: ChallengePurpose, person: { id: string; name: string; mail: string | null }) {
      const own = await findPasskeysOf(db, person.id);
      const { generateRegistrationOptions } = await webauthn();
      return generateRegistrationOptions({
        rpName: brand.name,
        rpID,
        userID: new Uint8Array(Buffer.from(person.id)),
        userName: person.mail ?? person.name,
        userDisplayName: person.name,
        challenge: challenges.mint(purpose),
        timeout: challengeForMs,
        attestationType: 'none',
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: own.map((passkey) => ({ id: passkey.id, transports: transportsOf(passkey) })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    /** Checks the response to `optionsToAdd`. Resolves to the passkey as a row and to `use`, which marks the challenge as answered. */
    async readNew(response: WebauthnResponse, purpose: ChallengePurpose, origin: string | undefined) {
      const challenge = expectChallenge(purpose);
      const { verifyRegistrationResponse } = await webauthn();
      const checked = await orUndefined(
        verifyRegistrationResponse({
          response: response as RegistrationResponseJSON,
          expectedChallenge: challenge.isExpected,
          expectedOrigin: expectedOrigin(origin),
          expectedRPID: rpID,
          requireUserVerification: true,
          supportedAlgorithmIDs: algorithms,
        }),
      );
      if (!checked?.verified) return undefined;
      const { credential, credentialDeviceType } = checked.registrationInfo;
      const row: Omit<Insertable<StaffPasskeyTable>, 'person_id' | 'name' | 'created_at'> = {
        id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: JSON.stringify(credential.transports ?? []),
        device_type: credentialDeviceType,
      };
      return { row, use: challenge.spend };
    },
  };
}
