/** A text provider that speaks the Twilio Messages API, checks what it gets, keeps it, and misbehaves when told to. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One text that was handed over, whatever was answered. */
export interface TakenText {
  readonly to: string;
  readonly body: string;
  readonly statusCallback: string;
  readonly validForS: number;
  readonly sid: string;
  readonly atMs: number;
}

/**
 * How a text is answered: `taken`; an error with a status, a code and `Retry-After` in seconds; `hang`: never;
 * `cut`: the connection ends without an answer; `garbage`: 201 that is no JSON; `slow`: 201 whose body never ends;
 * `late`: taken, after a while.
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
  /** What was wrong with requests: empty when the client speaks the API. */
  readonly complaints: readonly string[];
  /** What the next texts meet; after the last one everything is taken. */
  meet(...faults: readonly TextFault[]): void;
  /** What a report of the provider is, signed: headers and body for a POST to the text's status callback. */
  report(text: TakenText, status: string, errorCode?: string): { headers: Record<string, string>; payload: string };
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

/** Everything a request must be, as one sentence for each thing that it is not. */
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
    [/^[1-9]\d{0,4}$/.test(form.get('ValidityPeriod') ?? ''), 'ValidityPeriod is no span'],
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

/** Starts a provider on a free port. Whoever starts it closes it. */
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
    answer(response, faults.shift() ?? { kind: 'taken' }, sid);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
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
