/**
 * Everything that can happen to a request happens in the same instant. Whichever step comes first, the row and its history must
 * agree.
 */
import { expect, test } from 'vitest';
import type { AgentStep } from '#contract/agent.ts';
import { requestTimings } from '#contract/agent-request.ts';
import type { MailTransport } from '#server/outbox/mail/transport.ts';
import type { SendResult } from '#server/outbox/retry-schedule.ts';
import { signatureOf } from '#server/outbox/sms/signature.ts';
import type { Text, TextTransport } from '#server/outbox/sms/transport.ts';
import { createAtOnce } from '../support/at-once.ts';
import { testClock } from '../support/clock.ts';
import { eachEngine } from '../support/each-engine.ts';
import { type PortalApp, startPortal } from '../support/portal.ts';
import { cancelPath, takeBackPath } from '../support/request-paths.ts';
import { seededRandom } from '../support/seeded.ts';
import { portalLimits } from './support/portal.ts';
import { auditRequest } from './support/request-audit.ts';
import { rounds } from './support/rounds.ts';

/** The long run does ten times as many rounds as other tests, because one round is only a few milliseconds of work. */
const raceRounds = rounds(4) * 10;

const env = {
  ...portalLimits,
  ON_SHIFT: 'Marlow Finch, +12075550121, marlow@boxline.example; Tamsin Okoro, +12075550122',
  LOG_LEVEL: 'warn',
  PUBLIC_URL: 'https://desk.example',
  TWILIO_ACCOUNT_SID: 'ACfake00000000000000000000000000',
  TWILIO_AUTH_TOKEN: 'fake-secret-of-the-account',
  TWILIO_FROM: '+12075550100',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'desk@boxline.example',
  MAIL_TO: 'leads@boxline.example',
};

const providerId = `SM${'7'.repeat(32)}`;

/** Two transports that hold what they are given until it is released. */
function heldTransports() {
  const texts: Text[] = [];
  let inFlight = 0;
  let gate = Promise.withResolvers<void>();
  let refuse = false;
  const send = async (): Promise<SendResult> => {
    inFlight += 1;
    await gate.promise;
    inFlight -= 1;
    return refuse
      ? { kind: 'permanent', code: '21610', reason: 'The number opted out.' }
      : { kind: 'sent', providerId };
  };
  const mailTransport: MailTransport = { send, close() {} };
  const textTransport: TextTransport = {
    send(text) {
      texts.push(text);
      return send();
    },
    close() {},
  };
  return {
    mailTransport,
    textTransport,
    texts,
    inFlight: () => inFlight,
    letGo: () => gate.resolve(),
    /** Holds everything from now on. */
    hold(refusing: boolean) {
      texts.length = 0;
      refuse = refusing;
      gate = Promise.withResolvers<void>();
    },
  };
}

/** Sends a signed report as the provider does. */
function reportOn({ app }: PortalApp, { statusCallback }: Text, status: string) {
  const params = new URLSearchParams({ MessageSid: providerId, MessageStatus: status });
  const signature = signatureOf(env.TWILIO_AUTH_TOKEN, statusCallback, params);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
  return app.inject({ method: 'POST', url: new URL(statusCallback).pathname, headers, payload: params.toString() });
}

const { connectWithinMs, takeBackForMs } = requestTimings;

/** How far a request is when everyone acts on it at once. */
const stages = ['free', 'accepted', 'late', 'closing'] as const;

/** The steps that are accepted in some rounds and refused in others. */
const contested = ['accept', 'connected', 'decline', 'hand-back', 'take-over', 'cancel', 'take back'];
/** The state of a request after everyone has acted. */
const commonEnds = ['open', 'accepted', 'closing'] as const;

eachEngine((under) => {
  test(
    `R33 R35 in ${raceRounds} rounds all steps, cancel, report, settle and the sweep at once agree with each other`,
    async () => {
      const random = seededRandom();
      const transports = heldTransports();
      const clock = testClock('2026-11-21T21:06:00.000Z');
      const portal = await startPortal(under, env, { ...transports, now: clock.now });
      const { delivery, agentRequests, storage } = portal.context;
      // When all begin in the same turn, SQLite always lets the one with fewer steps before its transaction go first.
      const atOnce = createAtOnce(storage);
      const answers: Record<string, number> = {};
      const outcomes: Record<string, number> = {};

      const neverCame = () => [
        ...contested.flatMap((step) => [`${step} 200`, `${step} 409`]).filter((name) => !(name in answers)),
        ...commonEnds.filter((stands) => !(stands in outcomes)),
      ];

      // Goes on until each outcome that depends on chance has come, because a race that always ends in one way was no race.
      for (let round = 0; round < raceRounds || (neverCame().length > 0 && round < 10 * raceRounds); round++) {
        clock.advance(1000);
        // The rounds take longer than a session may last.
        const token = await portal.sessionFor(portal.shared.code);
        const stage = stages[round % stages.length] ?? 'free';
        // In every fifth round, the number refuses texts.
        transports.hold(round % 5 === 4);
        const id = await portal.ask(token);
        const links = Object.values(await portal.linksOf(id));
        const sending = delivery.runDue();
        // Two texts and two mails are held.
        await expect.poll(transports.inFlight, { interval: 2 }).toBe(4);
        const [first = ''] = random.shuffled(links);
        // Nobody hands a request back within the millisecond in which it came.
        clock.advance(1);
        if (stage !== 'free') expect((await portal.agent(first, 'accept')).status).toBe(200);
        if (stage === 'late') clock.advance(connectWithinMs);
        if (stage === 'closing') expect((await portal.agent(first, 'done')).status).toBe(200);

        const say = async (what: string, call: Promise<{ status: number }>) => {
          const { status } = await call;
          const name = `${what} ${status}`;
          answers[name] = (answers[name] ?? 0) + 1;
        };
        const step = (link: string, step: AgentStep) => () => say(step, portal.agent(link, step));
        const post = (what: string, path: string) => () => say(what, portal.call('POST', path, token, {}));
        const report = (text: Text, status: string) => async () => {
          const { statusCode } = await reportOn(portal, text, status);
          await say('report', Promise.resolve({ status: statusCode }));
        };
        const actors = [
          ...links.flatMap((link) => [step(link, stage === 'free' ? 'accept' : 'take-over'), step(link, 'decline')]),
          // A second tab does the same.
          ...(['connected', 'undo-connected', 'hand-back', 'done', 'undo-done', 'done'] as const).map((what) =>
            step(first, what),
          ),
          ...[1, 2].map(() => post('cancel', cancelPath(id))),
          post('take back', takeBackPath(id)),
          ...transports.texts.flatMap((text) =>
            ['sent', 'delivered', 'delivered', 'undelivered'].map((status) => report(text, status)),
          ),
          // Two servers sweep.
          ...[1, 2].map(() => () => agentRequests.sweep()),
          async () => transports.letGo(),
        ];
        await atOnce(random.shuffled(actors));
        await sending;
        // The request that was sent again.
        await delivery.runDue();
        const stands = await auditRequest(storage, id);
        outcomes[stands] = (outcomes[stands] ?? 0) + 1;

        // A closing request ends after its minute; every other request is cancelled.
        if (stands !== 'closing') await portal.call('POST', cancelPath(id), token, {});
        const { closing_as: closes } = (await agentRequests.find(id)) ?? {};
        clock.advance(takeBackForMs);
        await agentRequests.sweep();
        await delivery.runDue();
        expect(await auditRequest(storage, id)).toBe(closes);
      }

      const said = Object.entries(answers).sort(([a], [b]) => (a < b ? -1 : 1));
      process.stdout.write(
        `${under.engine}: ${raceRounds} rounds: ${JSON.stringify(outcomes)}, answers ${JSON.stringify(Object.fromEntries(said))}\n`,
      );
      expect(neverCame(), 'what never came, so that this was no race').toEqual([]);
      expect(said.filter(([name]) => / 5\d\d$/.test(name))).toEqual([]);
      const errors = portal
        .log()
        .split('\n')
        .filter((line) => line.includes('"level":50') && !line.includes('needs a person'));
      expect(errors).toEqual([]);
    },
    120_000 + raceRounds * 900,
  );
});
