/** `npm run mail`: whether the mail server takes mail, before anybody waits for one. */
import { brand } from '#brand/brand.ts';
import { readConfig } from '#server/config.ts';
import { readEnvironment } from '#server/environment.ts';
import { isOneAddress } from '#server/mail-address.ts';
import { sendTestMail } from '#server/outbox/service.ts';
import { CommandError, readCommand, runCommand, usageError, write } from './commands/run.ts';

const usage = `Usage: npm run mail -- test ADDRESS

Sends one mail to ADDRESS with SMTP_URL and MAIL_FROM, and says what the mail server answered at which step.

  --help    this text`;

await runCommand(async (args) => {
  const { options, words } = readCommand(args, { help: { type: 'boolean' } }, usage);
  if (options.help) return write(`${usage}\n`);
  const [action, address = '', ...more] = words;
  if (action !== 'test' || more.length > 0) throw usageError('Say test and one address', usage);
  if (!isOneAddress(address)) throw usageError(`${JSON.stringify(address)} is not one e-mail address`, usage);
  const { smtp } = readConfig(readEnvironment(process.cwd(), process.env));
  if (!smtp) throw new CommandError('No SMTP_URL is set, so there is no mail server to test.');
  const { hostname, port } = new URL(smtp.url);
  const server = `${decodeURIComponent(hostname)}${port && `:${port}`}`;
  const result = await sendTestMail(smtp, address, {
    subject: `A test mail from ${brand.name}`,
    text: `This mail was sent by hand, with npm run mail, to see whether ${brand.name} can send mail. It can.\n`,
  });
  if (!result.taken) {
    throw new CommandError(`${server} did not take the mail. At the ${result.step}: ${result.said}\n${result.advice}`);
  }
  await write(`${server} took the mail for ${address}: ${result.said}\nLook for it there, also among the spam.\n`);
});
