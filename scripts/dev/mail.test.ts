import { createTransport } from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import { startDevMail } from './mail.ts';

const fetchText = async (url: string) => {
  const answer = await fetch(url);
  return { status: answer.status, text: await answer.text(), policy: answer.headers.get('content-security-policy') };
};

test('a mail that is sent can be read on the page, and runs nothing there', async () => {
  const mail = await startDevMail(0);
  onTestFinished(() => mail.stop());
  const transport = createTransport(mail.smtpUrl);
  await transport.sendMail({
    from: 'desk@boxline.example',
    to: 'ada@harborpoint.example',
    subject: 'A <b>lead</b>',
    text: 'as text',
    html: '<p>as HTML</p>',
  });
  transport.close();

  expect((await fetchText(mail.pageUrl)).text).toContain('<a href="/1">A &lt;b&gt;lead&lt;/b&gt;</a>');
  const one = await fetchText(`${mail.pageUrl}/1`);
  expect(one.text).toContain('to ada@harborpoint.example');
  expect(one.text).toContain('as text');
  const html = await fetchText(`${mail.pageUrl}/1/html`);
  expect(html.text).toContain('<p>as HTML</p>');
  expect(html.policy).toContain("default-src 'none'");
  expect((await fetchText(`${mail.pageUrl}/2`)).status).toBe(404);
});
