/**
 * An authority that signs certificates (X.509 v3, RFC 5280) for one test, with keys made in that test. A certificate has only the
 * parts that a TLS client checks: names, times, the key, and whether it is an authority.
 */
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

const byte = (...bytes: readonly number[]): Buffer => Buffer.from(bytes);

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return byte(length);
  return length < 0x100 ? byte(0x81, length) : byte(0x82, length >> 8, length & 0xff);
}

/** One DER value: its tag, its length and its content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([byte(tag), lengthOf(content), content]);
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const text = (value: string) => der(0x0c, Buffer.from(value));
const time = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`));
const octets = (value: Buffer) => der(0x04, value);
const yes = byte(0x01, 0x01, 0xff);

/** Object identifiers, encoded. */
const oid = {
  commonName: byte(0x06, 3, 0x55, 4, 3),
  basicConstraints: byte(0x06, 3, 0x55, 0x1d, 19),
  alternativeName: byte(0x06, 3, 0x55, 0x1d, 17),
  ecdsaWithSha256: byte(0x06, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2),
};

const algorithm = sequence(oid.ecdsaWithSha256);
const nameOf = (name: string) => sequence(der(0x31, sequence(oid.commonName, text(name))));
const dayMs = 24 * 60 * 60_000;

let serial = 0;

interface Certified {
  readonly issuer: string;
  readonly subject: string;
  readonly key: KeyObject;
  readonly extensions: readonly Buffer[];
}

/** A certificate for a key, signed by an issuer, as PEM. It holds for a day on either side of now. */
function certificateOf({ issuer, subject, key, extensions }: Certified, signer: KeyObject): string {
  serial += 1;
  const now = Date.now();
  const signed = sequence(
    der(0xa0, der(0x02, byte(2))),
    der(0x02, byte(serial)),
    algorithm,
    nameOf(issuer),
    sequence(time(new Date(now - dayMs)), time(new Date(now + dayMs))),
    nameOf(subject),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = der(0x03, byte(0), sign('sha256', signed, signer));
  const lines =
    sequence(signed, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/** A server's certificate and key for TLS, as PEM. */
export interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Makes an authority. Only clients that are given its certificate trust it. */
export function makeAuthority(name = 'Authority of a test') {
  const key = newKey();
  const isAuthority = sequence(oid.basicConstraints, yes, octets(sequence(yes)));
  return {
    certificate: certificateOf({ issuer: name, subject: name, key, extensions: [isAuthority] }, key),
    /** A certificate for the server of a host. */
    issue(host: string): ServerCertificate {
      const own = newKey();
      const names = sequence(oid.alternativeName, octets(sequence(der(0x82, Buffer.from(host)))));
      return {
        cert: certificateOf({ issuer: name, subject: host, key: own, extensions: [names] }, key),
        key: own.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}
