/** What the start tells the person who looks on, in sentences on standard output. */
import type { Context } from '#server/context.ts';
import { whyNobodyIsReached } from '#server/people/service.ts';
import { whyNoSearchIndex } from '#server/search/service.ts';
import { whyNotEveryText } from './encoding.ts';
import { type RevealOptions, reveal } from './reveal.ts';

export const say = (line: string) => void process.stdout.write(`${line}\n`);

async function sayWhoIsReached({ config, storage, shift }: Context): Promise<void> {
  const why = await whyNobodyIsReached(storage, config);
  if (why) say(`Text Agent is on, and a request would reach nobody by text or mail: ${why}`);
  else if (await shift.isEmpty())
    say(
      'Nobody is on shift: nobody is texted. The operator is mailed, and the desk rings for whoever switched themselves available, otherwise for admins on call. See npm run shift.',
    );
  else if (!config.sms.provider)
    say('No TWILIO_ACCOUNT_SID is set: agent requests go by mail and ring at the desk, and texts are held.');
}

async function sayAboutAlerts({ alerts, config }: Context): Promise<void> {
  const open = await alerts.open();
  if (open.length === 0) say('Alerts reach nobody: set SMTP_URL, or ALERT_PHONE and a text provider.');
  else if (config.alerts.phone && !open.includes('sms')) {
    say('ALERT_PHONE is set and no text provider is (TWILIO_ACCOUNT_SID): alerts go by mail alone.');
  }
  const unsent = await alerts.unsent();
  if (unsent > 0) say(`${unsent} alerts of the last seven days reached nobody. See npm run alerts.`);
}

/** What a person should know when the server has started: what it cannot send, and what waits for them. */
export async function sayWhatWaits(context: Context): Promise<void> {
  const { config, delivery, portal, storage } = context;
  const notEvery = await whyNotEveryText(storage);
  if (notEvery) say(notEvery);
  const noIndex = await whyNoSearchIndex(storage.db);
  if (noIndex) say(noIndex);
  if (config.mail.origin) {
    say(`Leads go to ${config.mail.origin} and live only there; this server does not see them.`);
  }
  const { held, waiting, unsure } = await delivery.unfinished('mail');
  const { failed } = await delivery.unfinished();
  const unsent = held + waiting + unsure;
  if (!config.smtp) say(`No SMTP_URL is set: mail is held in the outbox (${unsent} held). See npm run outbox.`);
  if (config.sms.function) {
    say(`Agent requests go to ${config.sms.function.baseUrl} and live only there; this server does not see them.`);
  } else if (await portal.textAgentOn()) await sayWhoIsReached(context);
  await sayAboutAlerts(context);
  if (failed > 0) say(`${failed} messages need a person. See npm run outbox.`);
}

/** While there is no admin, shows the link for setting up the desk with the first one. */
export async function sayHowToSetUp({ signIn, now }: Context, place: RevealOptions): Promise<void> {
  let shown: readonly string[] = [];
  const setUp = await signIn.firstAdmin.makeSetUpLink(false, (url) => {
    shown = reveal(place, 'The link to set up the desk (for an hour)', 'set-up-link', url);
  });
  for (const line of shown) say(line);
  if (setUp.kind === 'made-before') {
    const minutes = Math.ceil((Date.parse(setUp.until) - now().getTime()) / 60_000);
    say(
      `The desk has no admin. The link to set it up, which an earlier start or command made, works for ${minutes} min; if it is lost, npm run staff -- setup-link makes a new one.`,
    );
  }
}
