/** Every state of the site and the console that gets a picture, and how to reach it. */
import type { Page } from '@playwright/test';
import { lists } from '#brand/lists.ts';
import { codeFromLinkPath, codeLinkPath, codeLinkRefusals } from '#contract/code-link.ts';
import { formPages, type LeadKind, type Page as PageName, pages } from '#contract/pages.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import { sendPath } from '#contract/send.ts';
import { envelopeOf, inquiryParams, intakeParams } from '../../support/answers.ts';
import { looks } from '../desk-board-looks.ts';
import { openLook } from '../desk-looks.ts';
import { numbersLooks } from '../desk-numbers-looks.ts';
import { fillIn, inquiryOf, intakeOf, openLarge } from '../forms.ts';
import { withHistory } from '../measured-looks.ts';
import { holdSplashAt } from '../splash.ts';
import { hydrated, stopClock } from '../support.ts';

export interface State {
  readonly name: string;
  /** Brings a new page to the state. */
  readonly go: (page: Page) => Promise<void>;
  /** Shows only the window, as for dialogs. When absent, the whole page. */
  readonly window?: 'as it is' | 'tall';
  /** Only for windows narrower than this, in CSS pixels. */
  readonly below?: number;
  readonly motion?: boolean;
  readonly print?: boolean;
}

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await hydrated(page);
};

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

const splash = (atMs: number): State => ({
  name: `splash-${String(atMs).padStart(4, '0')}-ms`,
  window: 'as it is',
  motion: true,
  go: async (page) => {
    await page.goto(pages.home);
    await holdSplashAt(page, atMs);
  },
});

async function openInquiry(page: Page): Promise<void> {
  await open(page, pages.home);
  await page.getByRole('link', { name: 'Dealer Inquiry' }).click();
  await page.getByRole('dialog', { name: 'Dealer inquiry' }).waitFor();
}

async function openIntake(page: Page): Promise<void> {
  await open(page, `${pages['dealer-intake']}#form`);
  await page.getByRole('form').waitFor();
}

const answer = (page: Page, body: { status: number; body: string }) =>
  page.route(`**${sendPath}`, (route) => route.fulfill(body));

/** Corrects an answer in mid-send, and then lets the response arrive. */
async function correctInMidSend(page: Page, button: string, label: string): Promise<void> {
  const corrected = Promise.withResolvers<void>();
  await page.route(`**${sendPath}`, async (route) => {
    await corrected.promise;
    await route.fulfill({ status: 200, body: 'OK' });
  });
  await press(page, button);
  await fillIn(page, { [label]: 'Harbor Point Motors East' });
  corrected.resolve();
  await page.getByText('Your changes are not sent yet').waitFor();
}

const answerNever = (page: Page) => page.route(`**${sendPath}`, () => undefined);

/** Opens the page of a link to an access code, with these answers from the server. */
async function openCodeLink(
  page: Page,
  answers: Readonly<Record<string, { status?: number; json?: unknown }>>,
): Promise<void> {
  for (const [path, { status = 200, json }] of Object.entries(answers)) {
    await page.route(`**${path}`, (route) =>
      route.fulfill(json === undefined ? { status, body: codeLinkRefusals.deadLink.text } : { status, json }),
    );
  }
  await open(page, `${pages['access-code']}#${'T'.repeat(43)}`);
}

const codeLink = {
  dealershipName: 'Harbor Point Motors',
  expiresAt: '2026-11-28T21:04:00.000Z',
  serverNow: '2026-11-21T21:04:00.000Z',
};
const codeMade = {
  dealershipName: 'Harbor Point Motors',
  code: '7K2M-90QF-3XVD',
  earlierHoldsUntil: '2026-11-22T21:04:00.000Z',
  timeZone: 'America/New_York',
};

const fillInquiry = (page: Page) => fillIn(page, inquiryOf('Harbor Point Motors'));

async function fillIntake(page: Page): Promise<void> {
  await fillIn(page, intakeOf('Harbor Point Motors'));
  for (const lender of lists.lenders.slice(1, 4)) await page.getByRole('checkbox', { name: lender }).check();
}

const inquiry = [
  { name: 'inquiry-empty', go: openInquiry },
  {
    name: 'inquiry-errors',
    go: async (page) => {
      await openInquiry(page);
      await press(page, 'Send inquiry');
    },
  },
  {
    name: 'inquiry-odd',
    go: async (page) => {
      await openInquiry(page);
      await fillInquiry(page);
      const odd = { 'Dealership name': 'Harbor '.repeat(40), 'Phone number': '555-0148', 'E-mail': 'ada@harborpoint' };
      await fillIn(page, odd);
      await page.getByLabel('First name').focus();
    },
  },
  {
    name: 'inquiry-success',
    go: async (page) => {
      await openInquiry(page);
      await fillInquiry(page);
      // So that the dialog does not close itself.
      await stopClock(page);
      await press(page, 'Send inquiry');
      await page.getByRole('button', { name: 'Submitted Successfully!' }).waitFor();
    },
  },
  {
    name: 'inquiry-edited',
    go: async (page) => {
      await openInquiry(page);
      await fillInquiry(page);
      await correctInMidSend(page, 'Send inquiry', 'Dealership name');
    },
  },
  {
    name: 'inquiry-failed',
    go: async (page) => {
      await openInquiry(page);
      await fillInquiry(page);
      await answer(page, { status: 500, body: 'down' });
      await press(page, 'Send inquiry');
      await page.getByText('Submission Failed').waitFor();
    },
  },
] satisfies State[];

/** Closes the dialog in mid-send, and then lets the response arrive if one is given. */
async function leaveInquiry(page: Page, answered?: { status: number; body: string }): Promise<void> {
  await openInquiry(page);
  await fillInquiry(page);
  const left = Promise.withResolvers<void>();
  await page.route(`**${sendPath}`, async (route) => {
    await left.promise;
    if (answered) await route.fulfill(answered);
  });
  await press(page, 'Send inquiry');
  await page.getByText('Sending your inquiry…').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Your forms' }).waitFor();
  left.resolve();
}

const notes: State[] = [
  { name: 'note-sending', window: 'as it is', go: (page) => leaveInquiry(page) },
  {
    name: 'note-failed',
    window: 'as it is',
    go: async (page) => {
      await leaveInquiry(page, { status: 500, body: 'down' });
      await page.getByText('could not be sent').waitFor();
    },
  },
  {
    name: 'note-sent',
    window: 'as it is',
    go: async (page) => {
      await leaveInquiry(page, { status: 200, body: 'OK' });
      await page.getByText('We have it').waitFor();
    },
  },
];

/** Sends an inquiry and closes the dialog, so that the receipt is on the home page. */
async function sendInquiry(page: Page): Promise<void> {
  await openInquiry(page);
  await fillInquiry(page);
  await press(page, 'Send inquiry');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('region', { name: 'Dealer inquiry' }).waitFor();
}

const intake: State[] = [
  { name: 'intake-form', go: openIntake },
  {
    name: 'intake-errors',
    go: async (page) => {
      await openIntake(page);
      await press(page, 'Send registration');
    },
  },
  {
    name: 'intake-filled',
    go: async (page) => {
      await openIntake(page);
      await fillIntake(page);
    },
  },
  {
    name: 'intake-sending',
    window: 'as it is',
    go: async (page) => {
      await openIntake(page);
      await fillIntake(page);
      await answerNever(page);
      await press(page, 'Send registration');
      await page.getByRole('button', { name: 'Submitting Inquiry...' }).waitFor();
    },
  },
  {
    name: 'intake-edited',
    window: 'as it is',
    go: async (page) => {
      await openIntake(page);
      await fillIntake(page);
      await correctInMidSend(page, 'Send registration', 'Business name');
    },
  },
  {
    name: 'intake-thank-you',
    window: 'as it is',
    go: async (page) => {
      await openIntake(page);
      await fillIntake(page);
      await press(page, 'Send registration');
      await page.getByRole('dialog', { name: 'Thank you' }).waitFor();
    },
  },
];

/** All states. Those of the page table come first, so that a new page gets its picture without a line here. */
export const states: readonly State[] = [
  {
    name: 'access-code',
    go: async (page) => {
      await openCodeLink(page, { [codeLinkPath]: { json: codeLink } });
      await page.getByRole('button', { name: 'Make the code' }).waitFor();
    },
  },
  {
    name: 'access-code-shown',
    go: async (page) => {
      await openCodeLink(page, { [codeLinkPath]: { json: codeLink }, [codeFromLinkPath]: { json: codeMade } });
      await press(page, 'Make the code');
      await page.getByText('It is shown only now.', { exact: true }).waitFor();
    },
  },
  {
    name: 'access-code-not-kept',
    go: async (page) => {
      await openCodeLink(page, { [codeLinkPath]: { json: codeLink }, [codeFromLinkPath]: { json: codeMade } });
      await press(page, 'Make the code');
      await press(page, 'Open the portal');
      await page.getByRole('button', { name: 'I have kept it: open the portal' }).waitFor();
    },
  },
  {
    name: 'access-code-dead',
    go: async (page) => {
      await openCodeLink(page, { [codeLinkPath]: { status: 404 } });
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    },
  },
  // A tall window instead of the whole page, so that bars fixed to the window stay where people see them.
  ...looks.map((look): State => ({ name: look.name, window: 'tall', go: (page) => openLook(page, look) })),
  ...(Object.keys(pages) as PageName[])
    .filter((page) => page !== 'thank-you')
    .map((page): State => ({ name: `page-${page}`, go: (tab) => open(tab, pages[page]) })),
  ...(['home', 'remote-fi', 'status'] as const).map(
    (page): State => ({
      name: `measured-${page}`,
      go: async (tab) => {
        await withHistory(tab);
        await open(tab, pages[page]);
      },
    }),
  ),
  {
    name: 'measured-status-table',
    go: async (tab) => {
      await withHistory(tab);
      await open(tab, pages.status);
      await tab.getByText('The same as a table').click();
    },
  },
  { name: 'home-first-screen', window: 'as it is', go: (page) => open(page, pages.home) },
  { name: 'services-first-screen', window: 'as it is', go: (page) => open(page, pages.services) },
  { name: 'intake-first-screen', window: 'as it is', go: openIntake },
  ...Object.keys(formPages).map(
    (kind): State => ({
      name: `thank-you-without-script-${kind}`,
      // These pages need no script, and none is loaded.
      go: async (page) => {
        const submission_id = mintId();
        const template_params = (kind === 'intake' ? intakeParams : inquiryParams)({ submission_id });
        await page.request.post(sendPath, { data: { ...envelopeOf(kind as LeadKind), template_params } });
        await page.goto(`${pages['thank-you']}?kind=${kind}&reference=${referenceOf(submission_id)}`);
      },
    }),
  ),
  {
    name: 'thank-you-of-nothing',
    go: async (page) => void (await page.goto(`${pages['thank-you']}?kind=inquiry&reference=BX-7F3K-29QM`)),
  },
  ...Object.entries({ 'answer-too-long': 100_000, 'form-too-large': 5_000_000 }).map(
    ([name, characters]): State => ({
      name: `${name}-without-script`,
      go: (page) => openLarge(page, characters),
    }),
  ),
  ...[300, 900, 1500, 2100, 4250].map(splash),
  {
    name: 'menu-open',
    window: 'as it is',
    below: 1000,
    go: async (page) => {
      await open(page, pages.home);
      await press(page, 'Menu');
    },
  },
  {
    name: 'contact-dialog',
    window: 'as it is',
    go: async (page) => {
      await open(page, pages.home);
      await press(page, 'Contact');
    },
  },
  {
    name: 'portal-dialog',
    window: 'as it is',
    go: async (page) => {
      await open(page, pages.home);
      await press(page, 'Dealer Portal');
      await page.getByRole('dialog').waitFor();
    },
  },
  ...inquiry.map((state): State => ({ ...state, window: 'tall' })),
  { name: 'inquiry-receipt', go: sendInquiry },
  { name: 'inquiry-receipt-in-sight', window: 'as it is', go: sendInquiry },
  ...notes,
  ...intake,
  { name: 'print-terms', print: true, go: (page) => open(page, pages.terms) },
  { name: 'print-privacy', print: true, go: (page) => open(page, pages.privacy) },
  { name: 'print-inquiry', print: true, go: sendInquiry },
  ...numbersLooks
    .filter(({ name }) => name === 'desk-numbers')
    .map((look): State => ({ name: `print-${look.name}`, print: true, go: (page) => openLook(page, look) })),
];
