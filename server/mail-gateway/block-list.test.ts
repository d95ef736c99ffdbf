import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { inquiryParams, intakeParams } from '../../tests/support/answers.ts';
import { startApp } from '../../tests/support/app.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';

// Refused requests never reach the database, so one engine is enough.
const under = engineUnderTest('sqlite');
const blocked = 'ada@harborpoint.example';
const forbidden = { status: 403, text: 'Forbidden' };

describe('R53 an address that the operator blocked', () => {
  const start = (list = blocked) => startApp(under, { MAIL_BLOCK_LIST: list });
  const leads = ({ context }: Awaited<ReturnType<typeof start>>) =>
    context.storage.db.selectFrom('leads').select('id').execute();

  it('is refused under the other addresses of its mailbox', async () => {
    const server = await start('pest@gmail.com');
    for (const email of ['pest+1@gmail.com', 'P.est@googlemail.com']) {
      expect(await server.send('inquiry', inquiryParams({ email })), email).toMatchObject(forbidden);
    }
    expect((await server.send('inquiry', inquiryParams({ email: 'guest@gmail.com' }))).status).toBe(200);
  });

  it('R744 is refused whether its domain is written with letters of another script or in ASCII', async () => {
    for (const list of ['ada@bücher.example', 'ada@xn--bcher-kva.example']) {
      const server = await start(list);
      for (const email of ['ada@bücher.example', 'ada@xn--bcher-kva.example']) {
        expect(await server.send('inquiry', inquiryParams({ email })), list).toMatchObject(forbidden);
      }
    }
  });

  it('R852 may be every address of a domain, written as *@ and the domain', async () => {
    const server = await start('*@x.example, *@bücher.example');
    for (const email of ['ada@x.example', 'Grace+1@X.Example', 'ada@xn--bcher-kva.example']) {
      expect(await server.send('inquiry', inquiryParams({ email })), email).toMatchObject(forbidden);
    }
    for (const email of ['ada@mail.x.example', 'ada@y.example']) {
      expect(await server.send('inquiry', inquiryParams({ email })), email).toMatchObject({ status: 200 });
    }
  });

  it.each(['spam*@x.example', '*@*.example', '@x.example', '*'])(
    'R852 is refused by the configuration as %s, which would block nothing',
    (list) => {
      expect(() => readConfig({ MAIL_BLOCK_LIST: list })).toThrow(/MAIL_BLOCK_LIST is .*; it must be/);
    },
  );

  it('is refused by the server, whoever posts it and however it is written', async () => {
    const server = await start(`someone@else.example, ${blocked.toUpperCase()}`);
    expect(await server.send('inquiry', inquiryParams())).toMatchObject(forbidden);
    expect(await server.send('inquiry', inquiryParams({ email: 'Ada@HarborPoint.Example ' }))).toMatchObject(forbidden);
    expect(await server.sendForm('inquiry', inquiryParams())).toMatchObject(forbidden);
    expect(await server.send('intake', intakeParams({ business_email: blocked }))).toMatchObject(forbidden);
    expect(await leads(server)).toEqual([]);
    expect(await server.send('inquiry', inquiryParams({ email: 'grace@harborpoint.example' }))).toMatchObject({
      status: 200,
    });
    expect(server.log()).not.toContain(blocked);
  });

  it('gets the form back without script, with every answer and what to do', async () => {
    const server = await start();
    const answer = await server.sendForm('inquiry', inquiryParams(), { accept: 'text/html' });
    expect(answer.status).toBe(403);
    const $ = load(answer.text);
    expect($('[name=dealership_name]').attr('value')).toBe('Harbor Point Motors');
    expect($('[data-error-summary] a').attr('href')).toBe('#inquiry-email');
    expect($('[data-error-summary]').text()).toContain('This e-mail address cannot be used here');
  });

  it('is told OK again for a form that was stored before', async () => {
    const server = await startApp(under, {});
    const params = inquiryParams({ submission_id: '7a4c2f0e-1b2c-4d3e-8f90-a1b2c3d4e5f6' });
    expect(await server.send('inquiry', params)).toMatchObject({ status: 200 });
    Object.assign(server.context.config.mail, { blockList: [blocked] });
    expect(await server.send('inquiry', params)).toMatchObject({ status: 200, text: 'OK' });
  });

  it('stands on no page', async () => {
    const { app } = await start();
    for (const url of ['/', '/inquiry', '/dealer-intake', '/nowhere', '/openapi.json']) {
      const { body } = await app.inject(url);
      expect(body).not.toContain(blocked);
      expect(body).not.toContain('blockList');
    }
  });

  it('is not taken into a configuration in which the leads never pass this server', () => {
    const elsewhere = { MAIL_ORIGIN: 'https://api.mail.example', MAIL_BLOCK_LIST: blocked };
    expect(() => readConfig(elsewhere)).toThrow(/MAIL_BLOCK_LIST is .*; it must be not set, because MAIL_ORIGIN is/);
  });
});
