/**
 * A text provider that speaks the Twilio Messages API. It checks and keeps the requests that it gets, and misbehaves when a test
 * asks for it.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One text that a client handed over, whatever the answer was. */
export interface TakenText {
  readonly to: string;
  readonly body: string;
  readonly statusCallback: string;
  readonly validForS: number;
  readonly sid: string;
  readonly atMs: number;
}

/**
 * How the provider answers a text: `taken`; an error with a status, a code and `Retry-After` in seconds; `hang`: no answer ever;
 * `cut`: the connection ends without an answer; `garbage`: 201 with a body that is not JSON; `slow`: 201 with a body that never
 * ends; `late`: taken, after `afterMs`.
 */
export type TextFault =
  | { readonly kind: 'taken' | 'hang' | 'cut' | 'garbage' | 'slow' }
  | { readonly kind: 'late'; readonly afterMs: number }
  | { readonly kind: 'error'; readonly status: number; readonly code?: number; readonly retryAfterS?: number };

export interface FakeSms {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly authToken: string;
  /** Every text that arrived, in order. */
  readonly texts: readonly TakenText[];
  /** What was wrong with the requests. Empty when the client speaks the API correctly. */
  readonly complaints: readonly string[];
  /** Sets the answers to the next texts, one for each. After the last of them, every text is taken. */
  meet(...faults: readonly TextFault[]): void;
  /** A signed status report of the provider: the headers and the body of a POST to the text's status callback. */
  report(text: TakenText, status: string, errorCode?: string): { headers: Record<string, string>; payload: string };
  /** Ends the provider. Rejects when it had complaints, so that every test of texts checks the API. */
  close(): Promise<void>;
}

const accountSid = 'ACfake00000000000000000000000000';
const authToken = 'fake-secret-of-the-account';
const from = '+12075550100';

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}

/** The API takes from one second to ten hours. */
function hasValidSpan(form: URLSearchParams): boolean {
  const span = form.get('ValidityPeriod') ?? '';
  return /^[1-9]\d{0,4}$/.test(span) && Number(span) <= 36_000;
}

/** Checks a request against the API. Returns one sentence for each rule that the request breaks. */
function faultsOf(request: IncomingMessage, form: URLSearchParams): string[] {
  const basic = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const checks: [boolean, string][] = [
    [request.method === 'POST', 'the method is not POST'],
    [request.url === `/2010-04-01/Accounts/${accountSid}/Messages.json`, `the path is ${request.url}`],
    [request.headers.authorization === basic, 'the account is not signed in'],
    [(request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded'), 'the body is no form'],
    [/^\+\d{8,15}$/.test(form.get('To') ?? ''), 'To is no number in E.164'],
    [form.get('From') === from || form.has('MessagingServiceSid'), 'there is no sender'],
    [(form.get('Body') ?? '').length > 0 && (form.get('Body') ?? '').length <= 1600, 'Body has a wrong length'],
    [URL.canParse(form.get('StatusCallback') ?? ''), 'StatusCallback is no address'],
    [hasValidSpan(form), `ValidityPeriod is ${form.get('ValidityPeriod')}`],
  ];
  return checks.filter(([holds]) => !holds).map(([, complaint]) => complaint);
}

function answer(response: ServerResponse, fault: TextFault, sid: string): void {
  const json = (status: number, value: object, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  if (fault.kind === 'error') {
    const { status, code, retryAfterS } = fault;
    const headers = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) };
    json(status, { code, message: 'refused', more_info: 'https://provider.example', status }, headers);
  } else if (fault.kind === 'taken') json(201, { sid, status: 'queued', num_segments: '1', error_code: null });
  else if (fault.kind === 'late') setTimeout(answer, fault.afterMs, response, { kind: 'taken' }, sid).unref();
  else if (fault.kind === 'cut') response.socket?.destroy();
  else if (fault.kind === 'garbage') response.writeHead(201).end('<html>Created</html>');
  else if (fault.kind === 'slow') response.writeHead(201, { 'content-type': 'application/json' }).write('{"sid":');
}

/** Starts a provider on a free port. The caller must close it. */
export async function openFakeSms(): Promise<FakeSms> {
  const texts: TakenText[] = [];
  const complaints: string[] = [];
  const faults: TextFault[] = [];
  const server = createServer(async (request, response) => {
    const form = await bodyOf(request);
    complaints.push(...faultsOf(request, form));
    const sid = `SM${String(texts.length + 1).padStart(32, '0')}`;
    texts.push({
      to: form.get('To') ?? '',
      body: form.get('Body') ?? '',
      statusCallback: form.get('StatusCallback') ?? '',
      validForS: Number(form.get('ValidityPeriod')),
      sid,
      atMs: Date.now(),
    });
    const fault = faults.shift() ?? { kind: 'taken' };
    answer(response, hasValidSpan(form) ? fault : { kind: 'error', status: 400, code: 21624 }, sid);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    if (complaints.length > 0) throw new Error(`The text provider complained: ${complaints.join('; ')}`);
  };
  return {
    url,
    authToken,
    env: {
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_FROM: from,
      TWILIO_BASE_URL: url,
      PUBLIC_URL: 'https://desk.example',
    },
    texts,
    complaints,
    meet: (...next) => void faults.push(...next),
    report(text, status, errorCode) {
      const params = new URLSearchParams({ MessageSid: text.sid, MessageStatus: status, AccountSid: accountSid });
      if (errorCode) params.set('ErrorCode', errorCode);
      const signed = [...params.keys()].sort().map((name) => name + params.get(name));
      const signature = createHmac('sha1', authToken)
        .update(text.statusCallback + signed.join(''))
        .digest('base64');
      return {
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
        payload: params.toString(),
      };
    },
    close,
  };
}
