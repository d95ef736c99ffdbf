/** A short way through the whole product, the same in every engine: every page, both forms, a request and its agent. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dealerships as sampleDealerships } from '#brand/dealerships.ts';
import { pages } from '#contract/pages.ts';
import { inquiryOf, intakeOf } from '../e2e/forms.ts';
import type { PortalServer } from '../support/portal-server.ts';
import type { Browser, EngineName } from './driver.ts';
import { type JourneyPage, pageOf } from './page.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const highestPicture = 8000;

interface Journey {
  readonly browser: Browser;
  readonly page: JourneyPage;
  readonly portal: PortalServer;
  /** Takes a picture of what is seen now at each size, and of the whole page. */
  picture(name: string): Promise<void>;
  open(path: string): Promise<void>;
}

/** What the browser itself says of a page that is meant not to be there. */
const expectedOnConsole = /(?:status of 404|404 \(Not Found\))/;

async function seePages({ browser, open, page, picture }: Journey): Promise<void> {
  for (const [name, path] of Object.entries(pages)) {
    await open(path);
    await page.until('its heading', () => browser.run(() => document.querySelector('h1')?.checkVisibility() === true));
    await picture(name);
  }
}

async function goBackAndForward({ browser, open, page }: Journey): Promise<void> {
  const at = (path: string) => page.until(path, async () => (await browser.run(() => location.pathname)) === path);
  await open(pages.home);
  await page.click('footer link', 'About');
  await at(pages.about);
  await page.click('footer link', 'Services');
  await at(pages.services);
  await browser.back();
  await at(pages.about);
  await page.until('the heading of About', () =>
    browser.run(() => document.activeElement?.tagName === 'H1' && document.title.startsWith('About')),
  );
  await browser.back();
  await at(pages.home);
  await browser.forward();
  await at(pages.about);
}

async function sendForms({ browser, open, page, picture }: Journey): Promise<void> {
  await open(pages.inquiry);
  for (const [label, answer] of Object.entries(inquiryOf('Harbor Point Motors'))) await page.fill(label, answer);
  await picture('inquiry-filled');
  await page.click('button', 'Send inquiry');
  await page.until('a reference', () =>
    browser.run(() => /BX-\w{4}-\w{4}/.test(document.querySelector('main')?.textContent ?? '')),
  );
  await picture('inquiry-sent');
  await open(`${pages['dealer-intake']}#form`);
  for (const [label, answer] of Object.entries(intakeOf('Driftless Trucks'))) await page.fill(label, answer);
  await picture('intake-filled');
  await page.click('button', 'Send registration');
  await page.see('text', 'Exclusive Access Code');
  await picture('intake-sent');
}

async function askForAgent({ open, page, picture, portal }: Journey): Promise<void> {
  const dealership = sampleDealerships[0].name;
  const texts = () => portal.sms.texts.filter(({ body }) => body.includes(dealership));
  const before = texts().length;
  await open(pages.portal);
  await page.fill('Access code', portal.code);
  await picture('access');
  await page.click('button', 'Access Portal');
  await page.see('button', 'Request An Agent');
  await picture('portal-open');
  await page.click('button', 'Request An Agent');
  await picture('portal-choose');
  await page.click('button', 'Text Agent');
  await page.fill('Dealership', dealership);
  await picture('portal-text');
  await page.click('button', 'Request Agent');
  await page.see('heading', 'Agent Requested!');
  await page.click('button', 'Got It');
  await page.see('text', 'Sent. Waiting');
  await picture('portal-card');
  await page.until('two texts', async () => texts().length >= before + 2);
  const link = new URL(/https?:\S+/.exec(texts()[before]?.body ?? '')?.[0] ?? '');
  await open(link.pathname + link.hash);
  await page.see('button', 'Accept');
  await picture('agent-open');
  await page.click('button', 'Accept');
  await page.see('button', 'Connected');
  await picture('agent-mine');
  await open(pages.portal);
  await page.see('text', 'has your request');
  await picture('portal-accepted');
}

/** Goes the whole way and returns what was wrong, as sentences: nothing when all is well. */
export async function travel(
  engine: EngineName,
  browser: Browser,
  portal: PortalServer,
  folder: string,
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const page = pageOf(browser);
  const wrong: string[] = [];
  /** What fades or moves in has arrived. What never ends, or goes with the scrolling, is not waited for. */
  const atRest = () =>
    browser.run(() =>
      document.getAnimations().every(({ effect, playState, timeline }) => {
        const ends = timeline instanceof DocumentTimeline && effect?.getComputedTiming().endTime !== Infinity;
        return playState !== 'running' || !ends;
      }),
    );
  const save = async (name: string) => writeFile(join(folder, `${name}-${engine}.png`), await browser.picture());
  const picture = async (name: string) => {
    for (const { width, height } of sizes) {
      await browser.resize(width, height);
      await page.until(`a page of ${width} px`, async () => (await browser.run(() => innerWidth)) === width);
      await page.until('the end of what moves', atRest);
      await save(`${name}-${width}`);
      const [across, down] = await browser.run(() => [
        document.documentElement.scrollWidth,
        document.documentElement.scrollHeight,
      ]);
      if ((across ?? 0) > width) wrong.push(`${name} scrolls sideways at ${width} px: ${across} px`);
      if ((down ?? 0) > height * 1.2) {
        await browser.resize(width, Math.min(down ?? height, highestPicture));
        await save(`${name}-${width}-whole`);
      }
    }
    const [{ width, height }] = sizes;
    await browser.resize(width, height);
  };
  const open = async (path: string) => {
    await browser.open(portal.server.url + path);
    await page.untilHydrated();
    if (await browser.run(() => document.documentElement.dataset['splash'] === 'running')) await browser.escape();
  };
  const journey: Journey = { browser, page, portal, picture, open };
  for (const part of [seePages, goBackAndForward, sendForms, askForAgent]) {
    try {
      await part(journey);
    } catch (error) {
      await save(`failed-${part.name}`);
      wrong.push(`${part.name}: ${(error as Error).message}`);
    }
  }
  wrong.push(
    ...browser
      .console()
      .filter((said) => !expectedOnConsole.test(said))
      .map((said) => `console: ${said}`),
  );
  return wrong;
}
