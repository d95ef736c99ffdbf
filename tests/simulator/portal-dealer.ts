/** A dealership in the portal, with the site's own portal store, in one tab. */
import { sleep } from '#client/lib/clock.ts';
import { createStorage } from '#client/lib/storage.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import type { Session } from '#contract/portal-endpoints.ts';
import * as endpoints from '#contract/portal-endpoints.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import { isOver } from '#contract/request-state.ts';
import { createPortal } from '../../site/portal/portal-store.ts';
import { createRequestSender } from '../../site/portal/request/create-request.ts';
import { checkCard } from './invariants.ts';
import { type Browser, leave, openPage, pause } from './pages.ts';
import type { Providers } from './providers.ts';
import { must, type NightRecord, notePress } from './record.ts';

interface PortalDealer {
  reload(): void;
  readonly browser: Browser;
}

/** How often a person presses again before giving up. */
const mostPresses = 6;

export function createPortalDealer(
  night: NightRecord,
  browser: Browser,
  providers: () => Providers,
  { name, code, presses }: { readonly name: string; readonly code: string; readonly presses: number },
): PortalDealer {
  const { world } = browser;
  const { random } = world;
  let page = openPage(browser);
  let done = 0;
  let life = 0;
  /** The ids of this tab's requests whose result the person was not told. */
  const unheard = new Set<string>();
  night.open.add(name);

  function start(): void {
    const mine = ++life;
    const { program, session, locks } = page;
    const isMine = () => mine === life;
    const minted: string[] = [];
    /** The last request that was sent: the dealership and the words, as JSON. */
    let lastAsked = '';
    /** The words of the last press whose result the person was told. */
    let lastWords = '';
    /** The ids of the last press and of the presses that it replaced, as JSON. */
    let last = '[]';
    /**
     * Checks that of a press and the presses that it replaces, at most one request runs, in whatever order they arrive, and that it
     * has the words that the person was told. A request with a connected agent does not count. It still does not count when that
     * agent hands it back after another request has come beside it.
     */
    function checkThatOneRuns(): void {
      const running = night.rows(
        `select reference, additional_info from agent_requests
          where id in (select value from json_each(?1)) and ended_at is null and closing_at is null and connected_at is null
            and not exists (
              select 1 from request_events as connected join request_events as stored
                on stored.kind = 'stored' and stored.seq > connected.seq and stored.request_id <> agent_requests.id
                  and stored.request_id in (select value from json_each(?1))
              where connected.kind = 'connected' and connected.request_id = agent_requests.id
                and not exists (
                  select 1 from request_events as undone
                  where undone.request_id = agent_requests.id and undone.seq > connected.seq and undone.seq < stored.seq
                    and undone.kind in ('connected-undone', 'handed-back', 'handed-off', 'released')))`,
        last,
      );
      must(running.length <= 1, () => `${name} pressed once, and ${running.map((row) => row['reference']).join()} run`);
      for (const { reference, additional_info: found } of running) {
        must(
          found === lastWords,
          () => `${name} was told that "${lastWords}" was sent, and ${reference} says "${found}"`,
        );
      }
    }
    world.as(program, () => {
      const portal = createPortal({
        fetch: program.surroundings.fetch as typeof fetch,
        storage: createStorage(() => session),
        clocks: { steady: () => performance.now(), wall: () => Date.now() },
        locks,
        mintId: () => {
          const id = mintId();
          minted.push(id);
          unheard.add(id);
          return id;
        },
        log: (message) => world.note(program, `console: ${message}`),
        sleep,
        loadEndpoints: () => Promise.resolve(endpoints),
        onNotice: () => undefined,
        foreignFunction: () => undefined,
      });
      const shown = new Map<string, RequestView>();
      /** Whether the card has left the screen since its last view. */
      let putAway = false;
      portal.store.subscribe(() => {
        const now = portal.store.get().request;
        if (!isMine()) return;
        if (now.status !== 'known') {
          putAway = true;
          return;
        }
        const before = shown.get(now.view.id);
        if (before === now.view) return;
        shown.set(now.view.id, now.view);
        if (before?.version !== now.view.version) {
          world.note(program, `the card says ${now.view.state}, version ${now.view.version}`);
        }
        try {
          checkCard(night, providers(), name, now.view, before, putAway);
        } catch (error) {
          world.fail(error);
        }
        putAway = false;
      });
      portal.enterPage();
      void portal.keepTime(new AbortController().signal);

      async function unlock(): Promise<Session> {
        for (;;) {
          const now = portal.store.get();
          if (now.status === 'open') return now.session;
          portal.openAccessForm();
          await pause(random.between(500, 4000));
          await portal.submitCode(
            () => code,
            () => Promise.resolve({ createRequestSender }),
          );
        }
      }

      /** Presses until the person is told that the request went out. */
      async function ask(): Promise<void> {
        minted.length = 0;
        for (let times = 0; times < mostPresses; times++) {
          const opened = await unlock();
          const dealership = random.pick(opened.dealerships.slice(0, 3));
          const words = `${name} asks for the ${done + 1}. time${random.pick(['', ', in other words'])}`;
          const asked = { dealership, requestType: 'active_deal', additionalInfo: words } as const;
          // Other words replace a request without a known result: the server cancels that one.
          const says = JSON.stringify([dealership.id, words]);
          if (says !== lastAsked) for (const id of unheard) notePress(night, `${referenceOf(id)} cancel`);
          lastAsked = says;
          const outcome = await portal.createRequest({ ...asked, callbackName: '', anydesk: '' });
          world.note(program, `is told ${outcome.kind} of its request`);
          if (outcome.kind === 'sent') {
            // The request that is there may be an earlier one, which an agent already has.
            last = JSON.stringify([...minted, ...unheard]);
            const found = night.rows(
              'select id from agent_requests where id in (select value from json_each(?))',
              last,
            );
            must(found.length > 0, () => `${name} was told that its request was sent, and there is none`);
            lastWords = words;
            checkThatOneRuns();
            unheard.clear();
            portal.showNewRequest();
            return;
          }
          // That request arrived, so the next press is a new request.
          if (outcome.kind === 'left' && portal.store.get().leftRequest === 'sent') {
            unheard.clear();
            minted.length = 0;
          }
          await pause(random.between(1000, 8000));
        }
      }

      /** Plays what the person does while the request runs. */
      async function watch(): Promise<void> {
        for (let looks = 0; looks < 40; looks++) {
          await pause(random.between(4000, 20_000));
          checkThatOneRuns();
          const now = portal.store.get().request;
          if (now.status === 'none') return;
          if (now.status !== 'known') continue;
          if (isOver(now.view)) return portal.dismissRequest();
          const { reference } = now.view;
          const what = random.weighted({ nothing: 12, cancel: 2, 'take back': now.view.closing ? 4 : 0, anydesk: 2 });
          if (what !== 'nothing') notePress(night, `${reference} ${what}`);
          if (what === 'cancel') await portal.cancelRequest();
          if (what === 'take back') await portal.takeBackCancel();
          if (what === 'anydesk') await portal.giveAnydesk('123 456 789');
        }
      }

      async function live(): Promise<void> {
        if (mine > 1) await watch();
        while (done < presses && isMine()) {
          await pause(random.between(500, 20_000));
          await ask();
          done += 1;
          await watch();
        }
        if (!isMine()) return;
        night.open.delete(name);
        portal.leaveDocument();
        leave(page);
      }
      live().catch((error: unknown) => world.fail(error));
    });
  }

  start();
  return {
    browser,
    reload() {
      if (!night.open.has(name)) return;
      world.note(page.program, 'loads the page again');
      const { session } = page;
      leave(page);
      page = openPage(browser, session);
      start();
    },
  };
}
