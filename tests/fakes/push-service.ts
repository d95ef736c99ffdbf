/**
 * A push service as browsers use one (RFC 8030), over TLS. It does what the browser and the service do with a push: it checks the
 * server's signature (RFC 8292) and decrypts the payload (RFC 8291). Both are written from the RFCs and use nothing of the library
 * that the server uses.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { localhostCertificate, localhostKey } from '../support/localhost-certificate.ts';

interface ReceivedPush {
  /** The browser that the push is for. */
  readonly browser: string;
  /** The decrypted payload. */
  readonly text: string;
  readonly headers: IncomingMessage['headers'];
  /** What the signature states: who sent the push, to which service, and until when it is valid. */
  readonly claims: { readonly aud: string; readonly sub: string; readonly exp: number };
  /** The key that signed the push, in base64url. */
  readonly key: string;
}

/** A browser's half of a subscription, in the form of `PushSubscription.toJSON()`. */
export interface FakeBrowser {
  readonly name: string;
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
}

interface KnownBrowser {
  readonly ecdh: ReturnType<typeof createECDH>;
  readonly auth: Buffer;
}

/** How the service answers the next push when it does not accept it. */
interface PushAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const base64url = (bytes: Buffer) => bytes.toString('base64url');

/** Checks the `authorization` header of a push. Throws an error that says what is wrong with the header. */
function readVapid(header: string | undefined, origin: string) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65 || point[0] !== 4) throw new Error('the key is no point of P-256');
  const jwk = { kty: 'EC', crv: 'P-256', x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const holds = verify('sha256', Buffer.from(`${head}.${body}`), signed, Buffer.from(signature, 'base64url'));
  if (!holds) throw new Error('the signature does not hold');
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg: string };
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as ReceivedPush['claims'];
  const leftSeconds = claims.exp - Date.now() / 1000;
  if (alg !== 'ES256') throw new Error(`the signature is ${alg}`);
  if (claims.aud !== origin) throw new Error(`the signature is for ${claims.aud}`);
  if (leftSeconds <= 0 || leftSeconds > 24 * 3600) throw new Error('the signature is out of time');
  if (!/^(mailto:|https:)/.test(claims.sub)) throw new Error(`the sender is ${claims.sub}`);
  return { claims, key };
}

/** Decrypts a body of `aes128gcm` with one record (RFC 8188 2, RFC 8291 3.4). */
function decrypt(body: Buffer, { ecdh, auth }: KnownBrowser): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const senderKey = body.subarray(21, 21 + keyLength);
  const secret = ecdh.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const ikm = Buffer.from(hkdfSync('sha256', secret, auth, info, 32));
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
  const record = body.subarray(21 + keyLength);
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the padding is wrong');
  return padded.subarray(0, end).toString('utf8');
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

export async function startPushService() {
  const browsers = new Map<string, KnownBrowser>();
  const received: ReceivedPush[] = [];
  const answers: PushAnswer[] = [];
  /** One entry for each push that a real service would have refused: what was wrong with it. */
  const faults: string[] = [];
  let origin = '';

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const name = request.url?.slice(1) ?? '';
    const browser = browsers.get(name);
    if (!browser || request.method !== 'POST') return void response.writeHead(410).end();
    const { claims, key } = readVapid(request.headers.authorization, origin);
    if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('the body is not aes128gcm');
    if (!/^\d+$/.test(String(request.headers['ttl']))) throw new Error('there is no TTL');
    const answer = answers.shift();
    if (answer) return void response.writeHead(answer.status, answer.headers).end();
    received.push({ browser: name, text: decrypt(body, browser), headers: request.headers, claims, key });
    response.writeHead(201).end();
  }

  const server = createServer({ key: localhostKey, cert: localhostCertificate }, (request, response) => {
    take(request, response).catch((error: unknown) => {
      faults.push(String(error));
      response.writeHead(400).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  origin = `https://${host}`;

  return {
    host,
    origin,
    certificate: localhostCertificate,
    received,
    answers,
    faults,
    /** Adds a browser that subscribes at this service. */
    browser(name: string): FakeBrowser {
      const known = { ecdh: createECDH('prime256v1'), auth: randomBytes(16) };
      const p256dh = base64url(known.ecdh.generateKeys());
      browsers.set(name, known);
      return { name, subscription: { endpoint: `${origin}/${name}`, keys: { p256dh, auth: base64url(known.auth) } } };
    },
    /** Ends the browser's subscription at the service, which answers 410 from then on. */
    forget: (name: string) => void browsers.delete(name),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
