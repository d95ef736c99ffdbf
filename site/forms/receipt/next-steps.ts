import { brand } from '#brand/brand.ts';
import { texts } from '#contract/fixed-texts.ts';
import { formNames } from '#contract/form-names.ts';
import { readRuntime } from '../../runtime.ts';
import { browserEnvironment } from '../sending/environment.ts';
import { createSentLog } from '../sending/sent-log.ts';
import type { Receipt } from './receipts.ts';

/** One thing that happens next: when, and what. */
interface NextStep {
  readonly when: string;
  readonly what: string;
}

const answerText = (answer: unknown): string => (typeof answer === 'string' ? answer : '');

const waitingStep = ({ onDevice }: { onDevice: boolean }): NextStep => ({
  when: 'When you are back online',
  what: onDevice
    ? 'Open this site again in this browser and it goes out by itself. A private window forgets it when closed.'
    : 'It goes out by itself. This browser keeps nothing, so leave this page open until then.',
});

/**
 * Says that the answers of a receipt were changed later, as far as this browser knows: from another tab, or from a page that was left
 * before the answer came, so that no receipt of the change could be shown.
 */
function sinceThen({ reference, answers }: Receipt): NextStep[] {
  const { device, now } = browserEnvironment();
  const sentLog = createSentLog(device, now);
  const sent = sentLog.last(reference, answers);
  const held = sent && sentLog.holding(sent.root);
  if (!held || held.fingerprint === sent.fingerprint || held.postedAt < sent.postedAt) return [];
  return [
    {
      when: 'Since then',
      what: 'We have the change that you sent later. This receipt and its copies show what you sent before it.',
    },
  ];
}

/** What happens after a form was received, in order. */
export function nextSteps(receipt: Receipt): NextStep[] {
  const { kind, answers } = receipt;
  const { emailField } = formNames[kind];
  const email = answerText(answers[emailField]);
  // The server answers `OK` whether or not it sends a mail. An address gets one mail for each form, and not more in a day than the
  // limit allows. Few people have had any, so the page does not name these cases.
  const confirmation: NextStep = {
    when: 'Now',
    what: readRuntime().mail.confirms
      ? `Keep your reference. We usually mail it to ${email} as well.`
      : 'Keep your reference. No mail repeats it.',
  };
  const first = receipt.state === 'waiting' ? [waitingStep(receipt)] : [...sinceThen(receipt), confirmation];
  if (kind === 'inquiry') {
    return [
      ...first,
      { when: 'Within 24 hours', what: `${texts.inquirySuccess}, by telephone or e-mail.` },
      {
        when: 'On that call',
        what: 'We look at your deals, your DMS and your volume, and say plainly whether we fit.',
      },
    ];
  }
  return [
    ...first,
    {
      when: 'Within 24 hours',
      what: `${answerText(answers['representative'])} or a colleague goes through your registration and contacts you.`,
    },
    {
      when: 'After that',
      what: `${brand.name} sends a link by e-mail or text. By one press you make your Exclusive Access Code for the Dealer Portal.`,
    },
  ];
}
