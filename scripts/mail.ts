/** `npm run mail`: tests whether the mail server accepts mail. */
import { brand } from '#brand/brand.ts';
import { sendTestMail } from '#server/outbox/service.ts';
import { CommandError } from './commands/failures.ts';
import { type Declare, readAddress, runAsProcess } from './commands/run.ts';

export const mail: Declare = (command, { config, write }) => {
  command
    .command('test')
    .description('sends one mail with SMTP_URL and MAIL_FROM, and says what the mail server answered at which step')
    .argument('<address>', 'where the mail goes', readAddress)
    .action(async (address) => {
      const { smtp } = config();
      if (!smtp) throw new CommandError('No SMTP_URL is set, so there is no mail server to test.');
      const { hostname, port } = new URL(smtp.url);
      const server = `${decodeURIComponent(hostname)}${port && `:${port}`}`;
      const result = await sendTestMail(smtp, address, {
        subject: `A test mail from ${brand.name}`,
        text: `This mail was sent by hand, with npm run mail, to see whether ${brand.name} can send mail. It can.\n`,
      });
      if (!result.taken) {
        throw new CommandError(
          `${server} did not take the mail. At the ${result.step}: ${result.said}\n${result.advice}`,
        );
      }
      await write(`${server} took the mail for ${address}: ${result.said}\nLook for it there, also among the spam.\n`);
    });
};

if (import.meta.main) await runAsProcess('mail', mail);
