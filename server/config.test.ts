import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../tests/support/each-engine.ts';
import { type Variable, variables } from './config/variables.ts';
import { ConfigError, readConfig, readEnvironment, unknownVariables } from './config.ts';

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.map(({ variable }) => variable);
  }
}

const smtp = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'desk@boxline.example', MAIL_TO: 'leads@boxline.example' };

describe('R26 the configuration', () => {
  it('needs nothing', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      dataDir: 'data',
      publicUrl: 'http://localhost:8080',
      production: false,
    });
  });

  it('takes an empty text as not set', () => {
    expect(readConfig({ PORT: '', SMTP_URL: ' ' })).toEqual(readConfig({}));
  });

  it('names every fault at once, with what it was and what it must be', () => {
    const bad = { PORT: 'eighty', HOST: 'here', PUBLIC_URL: 'ftp://x', TRUST_PROXY: 'everyone', LOG_LEVEL: 'loud' };
    expect(faultsOf(bad)).toEqual(Object.keys(bad));
    expect(() => readConfig(bad)).toThrow('PORT is "eighty"; it must be a port number');
  });

  it('names what one variable demands of another beside what cannot be read, and each variable once', () => {
    expect(faultsOf({ PORT: 'abc', SMTP_URL: smtp.SMTP_URL, MAIL_FROM: 'nobody' })).toEqual([
      'PORT',
      'MAIL_FROM',
      'MAIL_TO',
    ]);
    expect(faultsOf({ LOG_LEVEL: 'loud', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_MESSAGING_SERVICE_SID: '!' })).toEqual([
      'LOG_LEVEL',
      'TWILIO_MESSAGING_SERVICE_SID',
      'TWILIO_AUTH_TOKEN',
      'PUBLIC_URL',
    ]);
  });

  it('refuses every text that a variable is not', () => {
    const picky = Object.entries<Variable>(variables).filter(
      ([, { schema }]) => !schema.safeParse('\u0000 ?!,;//:@').success,
    );
    expect(picky.length).toBeGreaterThan(12);
    fc.assert(
      fc.property(fc.subarray(picky), (chosen) => {
        const environment = Object.fromEntries(chosen.map(([name]) => [name, '\u0000 ?!,;//:@']));
        expect(faultsOf(environment)).toEqual(chosen.map(([name]) => name));
      }),
    );
  });

  it.each(Object.entries<Variable>(variables))('takes the default and the example of %s', (_, variable) => {
    for (const text of [variable.default, variable.example]) {
      if (text !== undefined) expect(variable.schema.safeParse(text)).toMatchObject({ success: true });
    }
  });

  it('does not repeat a secret in a fault', () => {
    const secrets = {
      SECRET_KEY: 'too-short-SENTINEL',
      SMTP_URL: 'ftp://user:SENTINEL@x',
      DATABASE_URL: 'mysql://SENTINEL@x',
    };
    expect(faultsOf(secrets)).toHaveLength(3);
    expect(() => readConfig(secrets)).not.toThrow('SENTINEL');
  });

  it('wants both addresses with a mail server, one to write from and one or several to write to', () => {
    expect(faultsOf({ SMTP_URL: smtp.SMTP_URL })).toEqual(['MAIL_FROM', 'MAIL_TO']);
    expect(faultsOf({ ...smtp, MAIL_FROM: 'a@b.example, c@d.example' })).toEqual(['MAIL_FROM']);
    expect(faultsOf({ ...smtp, MAIL_TO: 'a@b.example, c' })).toEqual(['MAIL_TO']);
    expect(readConfig({ ...smtp, MAIL_TO: 'a@b.example, c@d.example' }).smtp).toMatchObject({
      to: 'a@b.example',
      also: ['c@d.example'],
    });
    expect(readConfig(smtp).smtp).toEqual({
      url: 'smtp://mail.example',
      requireTls: false,
      from: { name: 'Boxline', address: 'desk@boxline.example' },
      to: smtp.MAIL_TO,
      also: [],
    });
  });

  it('takes no address that no mail could be sent to', () => {
    for (const address of ['ops@[10.0.0.5]', `${'o'.repeat(250)}@x.example`, 'ops\u202e@boxline.example']) {
      expect(faultsOf({ ...smtp, MAIL_TO: address })).toEqual(['MAIL_TO']);
      expect(faultsOf({ ON_SHIFT: `Marlow Finch, ${address}` })).toEqual(['ON_SHIFT']);
    }
  });

  it('R171 wants a key and a file of erasures with a shared database', () => {
    const DATABASE_URL = 'postgres://db.example/boxline';
    expect(faultsOf({ DATABASE_URL })).toEqual(['SECRET_KEY', 'ERASURES_FILE']);
    const SECRET_KEY = 'k'.repeat(32);
    expect(() => readConfig({ DATABASE_URL, SECRET_KEY })).toThrow(
      /ERASURES_FILE is not set; it must be set, because DATABASE_URL is: .* no backup of the database brings it back/,
    );
    expect(readConfig({ DATABASE_URL, SECRET_KEY, ERASURES_FILE: '/srv/erasures' }).erasuresFile).toBe('/srv/erasures');
    expect(readConfig({ DATA_DIR: '/srv/data' }).erasuresFile).toBe('/srv/data/erasures.jsonl');
  });

  it('refuses unsafe values in production', () => {
    const PUBLIC_URL = 'https://desk.example';
    expect(readConfig({ PUBLIC_URL }).production).toBe(true);
    expect(faultsOf({ PUBLIC_URL, ALLOWED_ORIGINS: 'http://dealer.example' })).toEqual(['ALLOWED_ORIGINS']);
    expect(faultsOf({ PUBLIC_URL, MAIL_ORIGIN: 'http://mail.example' })).toEqual(['MAIL_ORIGIN']);
  });

  it('names a mail password that breaks its address, and takes it percent-encoded', () => {
    for (const password of ['a/b', 'a#b', '12?b', 'a?b', 'a b/c']) {
      expect(faultsOf({ ...smtp, SMTP_URL: `smtp://desk:${password}@mail.example` })).toEqual(['SMTP_URL']);
      const encoded = `smtp://desk:${encodeURIComponent(password)}@mail.example`;
      expect(readConfig({ ...smtp, SMTP_URL: encoded }).smtp?.url).toBe(encoded);
    }
    expect(() => readConfig({ ...smtp, SMTP_URL: 'smtp://desk:a/b@mail.example' })).toThrow('percent-encoded');
  });

  it('takes an @ and a % in a mail password as they are', () => {
    const url = new URL(readConfig({ ...smtp, SMTP_URL: 'smtp://desk:p@ss100%sure@mail.example:587' }).smtp?.url ?? '');
    expect([url.hostname, url.port]).toEqual(['mail.example', '587']);
  });

  it('R64 sends a mail password to another machine over TLS alone', () => {
    const requireTls = (SMTP_URL: string, more = {}) => readConfig({ ...smtp, SMTP_URL, ...more }).smtp?.requireTls;
    expect(requireTls('smtp://desk:secret@mail.example:587')).toBe(true);
    expect(requireTls('smtp://desk:secret@[2001:db8::1]:587')).toBe(true);
    expect(requireTls('smtp://relay.example')).toBe(false);
    for (const here of ['localhost', '127.0.0.1', '[::1]'])
      expect(requireTls(`smtp://desk:secret@${here}`)).toBe(false);
    expect(requireTls('smtp://d:s@Mail.Internal', { UNENCRYPTED_HOSTS: 'db.internal,mail.internal' })).toBe(false);
    for (const option of ['ignoreTLS=true', 'requireTLS=false', 'tls.rejectUnauthorized=false']) {
      const SMTP_URL = `smtp://desk:secret@mail.example?${option}`;
      expect(faultsOf({ ...smtp, SMTP_URL })).toEqual(['SMTP_URL']);
      expect(() => readConfig({ ...smtp, SMTP_URL })).not.toThrow('secret@');
      expect(faultsOf({ ...smtp, SMTP_URL, UNENCRYPTED_HOSTS: 'mail.example' })).toEqual([]);
    }
  });

  it('R64 refuses a remote database without TLS in production', () => {
    const ERASURES_FILE = '/srv/boxline/erasures.jsonl';
    const production = { PUBLIC_URL: 'https://desk.example', SECRET_KEY: 'k'.repeat(32), ERASURES_FILE };
    const faults = (DATABASE_URL: string, more = {}) => faultsOf({ ...production, DATABASE_URL, ...more });
    const remote = 'postgres://boxline:secret@db.example/boxline';
    for (const end of ['', '?sslmode=disable', '?sslmode=prefer', '?sslmode=no-verify', '?ssl=false']) {
      expect(faults(remote + end)).toEqual(['DATABASE_URL']);
    }
    expect(faults(`${remote}?sslmode=require&uselibpqcompat=true`)).toEqual(['DATABASE_URL']);
    expect(faults(`${remote}?sslmode=verify-full&sslmode=disable`)).toEqual(['DATABASE_URL']);
    expect(faults('postgres:///boxline?host=db.example&user=u')).toEqual(['DATABASE_URL']);
    expect(faults('postgres://localhost/boxline?host=db.example')).toEqual(['DATABASE_URL']);
    for (const end of ['?sslmode=verify-full', '?sslmode=require', '?ssl=true'])
      expect(faults(remote + end)).toEqual([]);
    expect(faults(remote, { UNENCRYPTED_HOSTS: 'db.example' })).toEqual([]);
    expect(faultsOf({ DATABASE_URL: remote, SECRET_KEY: production.SECRET_KEY, ERASURES_FILE })).toEqual([]);
    const here = [
      'postgres://127.0.0.1/boxline',
      'postgres:///boxline?host=/var/run/postgresql',
      'postgres://%2Frun%2Fpg/b',
    ];
    for (const url of here) expect(faults(url)).toEqual([]);
  });

  it('shows the metrics to this machine alone, unless it is told otherwise', () => {
    expect(readConfig({ HOST: '0.0.0.0', METRICS_PORT: '9100' }).metricsHost).toBe('127.0.0.1');
    expect(readConfig({ METRICS_HOST: '10.0.0.5' }).metricsHost).toBe('10.0.0.5');
  });

  it('takes addresses and networks as proxies, and no wildcard', () => {
    expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8' }).trustProxy).toEqual([
      'loopback',
      '10.0.0.0/8',
      'fd00::/8',
    ]);
    for (const TRUST_PROXY of ['*', 'true', '1', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0', '0.0.0.0/0', '::/0']) {
      expect(faultsOf({ TRUST_PROXY })).toEqual(['TRUST_PROXY']);
    }
  });

  it('R868 refuses an address with a path by saying so, because nothing of it can be served below one', () => {
    expect(() => readConfig({ PUBLIC_URL: 'https://desk.example/boxline' })).toThrow(/PUBLIC_URL .* without a path/);
  });

  it('keeps an origin without path or trailing slash', () => {
    expect(readConfig({ PUBLIC_URL: 'https://Desk.example:443/' }).publicUrl).toBe('https://desk.example');
    expect(faultsOf({ PUBLIC_URL: 'https://desk.example/path' })).toEqual(['PUBLIC_URL']);
  });

  it.each([
    'http://0.0.0.0',
    'http://0.0.0.0:8080',
    'http://0',
    'http://[::]:8080',
    'http://[::ffff:0.0.0.0]',
    'http://239.1.2.3',
    'http://255.255.255.255',
    'http://[ff02::1]',
    'http://desk.example:0',
    'https://*.desk.example',
    'https://desk..example',
    'https://.desk.example',
    'https://-desk.example',
  ])('R889 refuses %s as PUBLIC_URL: nobody can open it', (PUBLIC_URL) => {
    expect(faultsOf({ PUBLIC_URL })).toEqual(['PUBLIC_URL']);
  });

  it.each([
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://192.168.7.20',
    'http://[fd00::2]:8080',
    'http://[::1]',
    'https://desk',
    'https://desk.example',
    'https://desk.example.',
    'https://desk_one.example:8443',
    'https://xn--brse-5qa.example',
    'https://börse.example',
  ])('R889 takes %s as PUBLIC_URL', (PUBLIC_URL) => {
    expect(faultsOf({ PUBLIC_URL })).toEqual([]);
  });

  it('reads a limit as a count and a span', () => {
    expect(readConfig({ LIMIT_LEADS_PER_ADDRESS: '5/60' }).limits.leadsPerAddress).toEqual({
      times: 5,
      perSeconds: 60,
    });
    for (const LIMIT_LEADS_PER_ADDRESS of ['5', '0/60', '5/0', '5/60s', '-5/60']) {
      expect(faultsOf({ LIMIT_LEADS_PER_ADDRESS })).toEqual(['LIMIT_LEADS_PER_ADDRESS']);
    }
  });
});

describe('R26 the configuration of the portal', () => {
  const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'SENTINEL', PUBLIC_URL: 'https://desk.example' };

  it('wants everything that a text needs with an account', () => {
    expect(faultsOf({ TWILIO_ACCOUNT_SID: 'AC1' })).toEqual(['TWILIO_AUTH_TOKEN', 'PUBLIC_URL', 'TWILIO_FROM']);
    expect(readConfig({ ...twilio, TWILIO_FROM: '(207) 555-0100' }).sms.provider).toMatchObject({
      sender: { From: '+12075550100' },
      baseUrl: 'https://api.twilio.com',
    });
    expect(readConfig({ ...twilio, TWILIO_MESSAGING_SERVICE_SID: 'MG1' }).sms.provider?.sender).toEqual({
      MessagingServiceSid: 'MG1',
    });
    expect(readConfig({}).sms).toEqual({ function: undefined, provider: undefined, perHour: 60 });
  });

  it('reads the people on shift, each reachable in one way or two', () => {
    const ON_SHIFT = 'Marlow Finch, (207) 555-0121, marlow@boxline.example; Rowan Ames, rowan@boxline.example;';
    expect(readConfig({ ON_SHIFT }).onShift).toEqual([
      { name: 'Marlow Finch', phone: '+12075550121', mail: 'marlow@boxline.example' },
      { name: 'Rowan Ames', phone: null, mail: 'rowan@boxline.example' },
    ]);
    for (const bad of ['Marlow Finch', 'Marlow, call me', ', 2075550121', 'M, a@b.example, c@d.example']) {
      expect(faultsOf({ ON_SHIFT: bad })).toEqual(['ON_SHIFT']);
    }
  });

  it('takes another function without its trailing slash, and in production by https only', () => {
    const SMS_BASE_URL = 'https://project.example/base/';
    expect(readConfig({ SMS_BASE_URL, SMS_TOKEN: 'anon' }).sms.function).toEqual({
      baseUrl: 'https://project.example/base',
      token: 'anon',
    });
    const http = { SMS_BASE_URL: 'http://sms.example', TWILIO_BASE_URL: 'http://twilio.example' };
    expect(faultsOf({ ...http, PUBLIC_URL: 'https://desk.example' })).toEqual(['SMS_BASE_URL', 'TWILIO_BASE_URL']);
    expect(faultsOf(http)).toEqual([]);
  });
});

describe('R316 the file .env', () => {
  const folderWith = (content: string | Buffer) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, '.env'), content);
    return folder;
  };

  it('gives its first variable too when an editor has put a byte order mark before it', () => {
    const folder = folderWith('\uFEFFPORT=8099\r\nHOST=127.0.0.1\r\n');
    expect(readEnvironment(folder, {})).toMatchObject({ PORT: '8099', HOST: '127.0.0.1' });
  });

  it.each([
    ['text of UTF-16 with its mark', Buffer.from('\uFEFFPORT=8099\n', 'utf16le')],
    ['text of UTF-16 without one', Buffer.from('PORT=8099\n', 'utf16le')],
    ['no text', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
  ])('that holds %s is refused, not read as nothing', (_, content) => {
    expect(() => readEnvironment(folderWith(content), {})).toThrow(/\.env is .*; it must be .*UTF-8/);
  });

  it('names what is misspelt in it, and repeats nothing that is no name', () => {
    const folder = folderWith('SMTP_ULR=smtp://u:p@h\nPORT=1\nMAIL_TO=a@b.example\nq7Xz==\nABC=1\nsome words=2\n');
    expect(unknownVariables(folder)).toEqual(['SMTP_ULR']);
    expect(unknownVariables(temporaryFolder())).toEqual([]);
  });

  it('that cannot be read is refused with a sentence', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, '.env'));
    expect(() => readEnvironment(folder, {})).toThrow(ConfigError);
    expect(() => readEnvironment(folder, {})).toThrow(/\.env is not readable \(EISDIR\); it must be/);
  });
});

describe('R319 an address whose host cannot be read, or that another host would be read from', () => {
  const shared = { SECRET_KEY: 'x'.repeat(32), ERASURES_FILE: '/srv/erasures.jsonl' };

  it.each([
    ['DATABASE_URL', { ...shared, DATABASE_URL: 'postgres://u:p@h%zz/x' }],
    ['DATABASE_URL', { ...shared, DATABASE_URL: 'postgres://u:12#34@db.example/x' }],
    ['SMTP_URL', { ...smtp, SMTP_URL: 'smtp://u:p@h%zz' }],
  ])('in %s is refused with a sentence', (variable, environment) => {
    for (const PUBLIC_URL of ['https://boxline.example', 'http://boxline.example'])
      expect(faultsOf({ ...environment, PUBLIC_URL }), environment[variable as keyof typeof environment]).toEqual([
        variable,
      ]);
  });
});
