import { useEffect, useRef, useState } from 'react';
import { brand } from '#brand/brand.ts';
import { useAskBeforeLeaving } from '#client/lib/ask-before-leaving.ts';
import { takeDoublePressesAsOne } from '#client/lib/double-press.ts';
import { useHeadingFocus } from '#client/lib/heading-focus.ts';
import { deviceStorage, tabStorage } from '#client/lib/storage.ts';
import { useStore } from '#client/lib/store.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button, LinkButton } from '#client/ui/Button.tsx';
import { CopyButton } from '#client/ui/CopyButton.tsx';
import { Mark } from '#client/ui/Mark.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import { telOf } from '#client/ui/tel.ts';
import { codeLinkRefusals, earlierCodeText } from '#contract/code-link.ts';
import type { MadeCode } from '#contract/code-link-endpoints.ts';
import { pages } from '#contract/pages.ts';
import { plainTime } from '#contract/plain-time.ts';
import { type CodePage, createCodePage, type Silent } from '../access-code/code-page.ts';
import { goTo } from '../navigation/navigation.ts';
import { loadLatest } from '../navigation/pending-load.ts';
import '../access-code/access-code.css';

const timeIn = (at: string, timeZone?: string): string =>
  plainTime(
    new Date(at).toLocaleString('en-US', {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      ...(timeZone && { timeZone }),
    }),
  );

/** What screen readers announce. One live region serves every state, so the region is there before its text changes. */
function spokenOf(page: CodePage): string {
  if (page.status === 'code') return 'Your access code is made. It is shown only now.';
  if (page.status === 'dead') return codeLinkRefusals.deadLink.text;
  if (page.status === 'ready') return page.press === 'sending' ? 'Making the code…' : 'The link works.';
  return page.status === 'opening' && page.silent ? silentTexts[page.silent] : '';
}

const silentTexts: Readonly<Record<Silent, string>> = {
  looked: 'No answer from the server. Nothing is lost: opening the page does not use your link.',
  pressed:
    'No answer from the server. You have pressed already. Try again in this browser within a quarter of an hour: you get the same code.',
  'too many': codeLinkRefusals.tooManyTries.text,
};

const pressLabels = {
  none: 'Make the code',
  sending: 'Making the code…',
  silent: 'Press again',
  'too many': 'Press again',
} as const;

/** What a person can do when the link does not work. */
function OtherWays() {
  return (
    <div className="code-ways">
      <LinkButton look="primary" href={telOf(brand.directLine)}>
        Call {brand.directLine}
      </LinkButton>
      <p>
        Ask for a new link. No account yet? <a href={pages['dealer-intake']}>Fill in the dealer intake</a>; your code
        comes after that.
      </p>
    </div>
  );
}

const loadPortal = () => Promise.all([import('../portal/portal.ts'), import('../portal/load.ts')]);

/** Opens the portal with the code, so that nobody types it the first time. Who leaves the page meanwhile no longer wants it. */
async function openPortalWith(code: string): Promise<boolean> {
  const loaded = await loadLatest(loadPortal, () => undefined);
  if (!loaded) return false;
  const [{ portal }, { loadPortalScreen }] = loaded;
  const opened = await loadLatest(
    () => portal.submitCode(() => code, loadPortalScreen),
    () => undefined,
  );
  if (opened && (await goTo('portal'))) return true;
  portal.lock();
  return false;
}

const openLabels = { no: 'Open the portal', asked: 'I have kept it: open the portal', yes: 'Open the portal' } as const;

/** The code on the four-square: one group of symbols in each of three squares, and the button to the portal in the lit square. */
function ShownCode({ made }: { made: MadeCode }) {
  const { code, dealershipName, earlierHoldsUntil, timeZone } = made;
  const [opening, setOpening] = useState<'no' | 'yes' | 'failed'>('no');
  /** Whether the person has kept the code. The first press of the button that leaves the page asks for it. */
  const [kept, setKept] = useState<'no' | 'asked' | 'yes'>('no');
  useAskBeforeLeaving(kept !== 'yes');
  const keep = () => setKept('yes');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const open = async () => {
    if (opening === 'yes') return;
    if (kept === 'no') return setKept('asked');
    keep();
    setOpening('yes');
    const opened = await openPortalWith(code).catch(() => false);
    if (!opened) setOpening('failed');
  };
  return (
    <>
      <p className="link-about code-for">{dealershipName}</p>
      <h1 ref={heading} tabIndex={-1}>
        Your access code
      </h1>
      <p className="link-standing">
        <strong>It is shown only now.</strong> Copy it now, or write it down where your desk finds it at night.
      </p>
      <div className="code-sheet">
        <p className="code-squares" onCopy={keep}>
          {code.split('-').map((group) => (
            <span key={group} className="code-square" translate="no">
              {group}
            </span>
          ))}
        </p>
        <div className="code-square code-lit">
          <Button look="primary" aria-disabled={opening === 'yes' || undefined} onClick={() => void open()}>
            {opening === 'yes' ? 'Opening…' : openLabels[kept]}
          </Button>
        </div>
      </div>
      <div className="wrapped link-copy code-copy">
        <CopyButton text={code} what="access code" onCopied={keep} />
      </div>
      <Alert tone="note" shown={kept === 'asked'}>
        <p>It is not shown again. Copy it, or write it down, before you open the portal.</p>
      </Alert>
      <Alert tone="stop" shown={opening === 'failed'}>
        <p>
          The portal did not open. The code is good: press again, or copy it and enter it in{' '}
          <a href={pages.portal} target="_blank" rel="noopener">
            the Dealer Portal
          </a>
          .
        </p>
      </Alert>
      <ul className="code-rules">
        {earlierHoldsUntil !== null && <li>Your earlier code works until {timeIn(earlierHoldsUntil, timeZone)}.</li>}
        <li>Give it only to people who may ask for a finance manager on behalf of your store.</li>
        <li>Lost it? Call {brand.directLine}: the desk sends a new link, and nobody there can read this one.</li>
      </ul>
    </>
  );
}

/** The page of the link by which a dealership gets its access code (R116). */
export function AccessCode() {
  const [request] = useState(() =>
    createCodePage({
      fetch: (...call) => fetch(...call),
      location: globalThis.location,
      history: globalThis.history,
      tab: tabStorage,
      device: deviceStorage,
      random: globalThis.crypto,
      now: () => Date.now(),
      loadEndpoints: () => import('#contract/code-link-endpoints.ts'),
    }),
  );
  const page = useStore(request.store);
  const frame = useRef<HTMLDivElement>(null);
  useHeadingFocus(frame);
  useEffect(takeDoublePressesAsOne, []);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    void request.open();
    // Another link that is opened in this tab changes only the fragment.
    addEventListener('hashchange', () => location.hash && void request.open(), { signal });
    addEventListener('online', () => request.store.get().status === 'opening' && void request.open(), { signal });
    addEventListener('pagehide', request.leave, { signal });
    return () => {
      listening.abort();
      request.leave();
    };
  }, [request]);

  return (
    <div className="link-page code-page night">
      <Spoken text={spokenOf(page)} />
      <div ref={frame} className="frame link-frame">
        <p className="link-brand">
          <Mark />
          {brand.name} dealer portal
        </p>
        {page.status === 'opening' && (
          <>
            <h1>Your access code</h1>
            <p className="link-standing" data-needs-script="">
              {page.silent ? silentTexts[page.silent] : 'Looking at your link…'}
            </p>
            {page.silent && (
              <p>
                <Button look="primary" onClick={() => void request.open()}>
                  Try again
                </Button>
              </p>
            )}
          </>
        )}
        {page.status === 'no link' && (
          <>
            <h1>{page.shown ? 'Your code was shown here' : 'Your access code'}</h1>
            <p className="link-standing">
              {page.shown
                ? 'It is not shown again. Nobody can read it any more, not even we. With the code, open the portal. Without it, ask for a new link.'
                : 'Open the link in the mail or text that you got from us. It works once.'}
            </p>
            {page.shown && (
              <p>
                <a href={pages.portal}>Open the portal</a>
              </p>
            )}
            <OtherWays />
          </>
        )}
        {page.status === 'dead' && (
          <>
            <h1>This link does not work</h1>
            <p className="link-standing">{codeLinkRefusals.deadLink.text}</p>
            <OtherWays />
          </>
        )}
        {page.status === 'ready' && (
          <>
            <p className="link-about code-for">{page.view.dealershipName}</p>
            <h1>Get your access code</h1>
            <p className="link-standing">
              A press makes the code of your store for the dealer portal and shows it once. Have something to write at
              hand.
            </p>
            <p>
              <Button
                look="primary"
                aria-disabled={page.press === 'sending' || undefined}
                onClick={() => void request.press()}
              >
                {pressLabels[page.press]}
              </Button>
            </p>
            <Alert tone="stop" shown={page.press === 'silent' || page.press === 'too many'}>
              <p>
                {page.press === 'too many'
                  ? codeLinkRefusals.tooManyTries.text
                  : 'No answer came. Press again in this browser within a quarter of an hour: you get the same code.'}
              </p>
            </Alert>
            <ul className="code-rules">
              <li>The link works once, until {timeIn(page.view.expiresAt, page.view.timeZone)}.</li>
              {page.view.graceHours !== undefined && <li>{earlierCodeText(page.view.graceHours)}</li>}
            </ul>
          </>
        )}
        {page.status === 'code' && <ShownCode made={page.made} />}
        <noscript>
          <p>
            This page needs JavaScript to make your code. Open the link in another browser, or call {brand.directLine}.
            Your link stays unused until then.
          </p>
          <OtherWays />
        </noscript>
      </div>
    </div>
  );
}
