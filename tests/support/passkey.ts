/** A passkey in software: it makes credentials and signs challenges as an authenticator does (WebAuthn Level 3, ES256). */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** Bits of authenticator data: the person was present, was verified, and a new credential follows. */
const flags = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

interface PasskeyOptions {
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the authenticator verified its person. */
  readonly verified?: boolean;
}

export function createSoftPasskey({
  origin = 'http://localhost',
  rpId = 'localhost',
  verified = true,
}: PasskeyOptions = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const authenticatorData = (bits: number, more: Uint8Array = new Uint8Array()) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    const person = flags.present | (verified ? flags.verified : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([bits | person]), count, more]);
  };

  return {
    id: b64(id),

    /** The response of `navigator.credentials.create`. */
    create({ challenge }: { readonly challenge: string }) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]) as never,
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
      const attestationObject = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authenticatorData(flags.attested, attested))],
        ]) as never,
      );
      return {
        id: b64(id),
        rawId: b64(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(clientData('webauthn.create', challenge)),
          attestationObject: b64(attestationObject),
          transports: ['internal'],
        },
      };
    },

    /** The response of `navigator.credentials.get`. */
    get({ challenge }: { readonly challenge: string }) {
      const said = clientData('webauthn.get', challenge);
      const data = authenticatorData(0);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(said)]))
        .sign(privateKey);
      return {
        id: b64(id),
        rawId: b64(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: b64(said), authenticatorData: b64(data), signature: b64(signature) },
      };
    },
  };
}
