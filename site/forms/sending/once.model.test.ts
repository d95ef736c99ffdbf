/**
 * The once-only rules against a model of the gateway. Whatever is lost on the way, and however tabs interleave: when a person was
 * told that a lead arrived, the gateway has it exactly once.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { referenceOf } from '#contract/reference.ts';
import type { Outcome, Sending } from './sending.ts';
import { FakeBrowser, type FakeTab } from './testing/browser.ts';
import type { Fate } from './testing/gateway.ts';

/** What a person does in a tab. An edit belongs to the store at hand; a success ends it and the next store begins. */
type Deed =
  | 'type'
  | 'type while sending'
  | 'send'
  | 'double send'
  | 'reload'
  | 'reload while sending'
  | 'discard'
  | 'discard while sending'
  | 'crash'
  | 'crash while sending'
  | 'pull the plug'
  | 'fill the device';

const deed = fc.constantFrom<Deed[]>(
  'type',
  'type while sending',
  'send',
  'double send',
  'reload',
  'reload while sending',
  'discard',
  'discard while sending',
  'crash',
  'crash while sending',
  'pull the plug',
  'fill the device',
);
const fate = fc.constantFrom<Fate[]>(
  'arrives',
  'arrives',
  'request lost',
  'answer lost',
  'busy',
  'down',
  'down after storing',
);

/** What a person was told: this store, with this version of its answers, has this reference. */
interface Told {
  store: string;
  version: number;
  reference: string;
  by: 'sent' | 'queued';
}

const answersOf = (store: string, version: number) => ({
  dealership_name: store,
  dealer_address: `version ${version}`,
});

class Person {
  readonly told: Told[] = [];
  /** Everything that was pressed for, whatever its result. */
  readonly pressed: Pick<Told, 'store' | 'version'>[] = [];
  private tab: FakeTab;
  private sending: Sending;
  private store: string;
  private version = 0;
  private stores = 0;
  private readonly name: string;
  private readonly browser: FakeBrowser;

  constructor(name: string, browser: FakeBrowser) {
    this.name = name;
    this.browser = browser;
    this.store = `${name} 0`;
    this.tab = browser.openTab();
    this.sending = this.open();
  }

  get queue() {
    return this.tab.environment.queue;
  }

  close(): void {
    this.tab.close();
  }

  private open(): Sending {
    this.queue.start();
    this.sending = this.tab.sending();
    const restored = this.sending.draft()?.answers;
    // Someone else's draft on a shared device: the person clears it and begins anew.
    if (restored && restored['dealership_name'] !== this.store) this.sending.clear();
    if (!restored || restored['dealership_name'] !== this.store) this.begin();
    return this.sending;
  }

  private begin(): void {
    this.stores += 1;
    this.store = `${this.name} ${this.stores}`;
    this.version = 0;
  }

  private listen(outcome: Outcome, pressed: number): boolean {
    if (outcome.state !== 'sent' && outcome.state !== 'queued') return false;
    // What only the page has is lost with it, and the person is told so.
    if (outcome.state === 'queued' && !outcome.onDevice) {
      this.begin();
      return true;
    }
    const { store } = this;
    this.told.push({ store, version: pressed, reference: outcome.reference, by: outcome.state });
    if (outcome.state === 'sent' && outcome.edited) return false;
    this.begin();
    return true;
  }

  private type(): void {
    this.version += 1;
    this.sending.save(answersOf(this.store, this.version));
  }

  private press(): Promise<Outcome> {
    const { store, version } = this;
    this.pressed.push({ store, version });
    return this.sending.send(answersOf(store, version));
  }

  async send(): Promise<boolean> {
    const pressed = this.version;
    return this.listen(await this.press(), pressed);
  }

  async do(what: Deed): Promise<void> {
    if (what === 'type') {
      this.type();
    } else if (what === 'send') {
      await this.send();
    } else if (what === 'type while sending') {
      const sent = this.send();
      await this.browser.travel();
      this.type();
      await sent;
    } else if (what === 'double send') {
      const [first, second] = [this.press(), this.press()];
      if (first !== second) throw new Error('the second send was one of its own');
      this.listen(await first, this.version);
    } else if (what === 'fill the device') {
      this.browser.storage.mode = this.browser.storage.mode === 'full' ? 'working' : 'full';
    } else if (what === 'pull the plug') {
      this.browser.online = !this.browser.online;
      if (this.browser.online) this.tab.goOnline();
    } else {
      if (what.endsWith('sending')) {
        void this.press();
        await this.browser.travel();
      }
      const [how = ''] = what.split(' ');
      this.tab = how === 'reload' ? this.tab.reload() : how === 'discard' ? this.tab.discard() : this.tab.crash();
      this.sending = this.open();
      // Nothing that was sent while the device was full outlives a crash, so nobody can know of it then.
      if (how === 'crash' && this.browser.storage.mode === 'full') {
        this.sending.clear();
        this.begin();
      }
    }
  }
}

/** Who holds the lead of a store now, and in which version. */
function leadsByStore(browser: FakeBrowser): Map<string, { reference: string; answers: string }[]> {
  const stores = new Map<string, { reference: string; answers: string }[]>();
  for (const [id, { answers }] of browser.gateway.leads) {
    const store = Object.fromEntries(JSON.parse(answers) as [string, string][])['dealership_name'] ?? '';
    stores.set(store, [...(stores.get(store) ?? []), { reference: referenceOf(id), answers }]);
  }
  return stores;
}

const written = ({ store, version }: Pick<Told, 'store' | 'version'>) =>
  JSON.stringify(Object.entries(answersOf(store, version)));

describe('R13 once', { timeout: 60_000 }, () => {
  const scripts = fc.array(fc.array(deed, { maxLength: 7 }), { minLength: 1, maxLength: 3 });
  const settings = { numRuns: 200 };

  it('each store is on the server exactly once, as it was last acknowledged, whatever is lost on the way', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), scripts, fc.array(fate, { maxLength: 14 }), async (scheduler, deeds, fates) => {
        const browser = new FakeBrowser();
        browser.fates = fates;
        browser.travel = () => scheduler.schedule(Promise.resolve());
        const people = deeds.map((_, index) => new Person(`store ${index}`, browser));
        const run = Promise.all(
          people.map(async (person, index) => {
            for (const each of deeds[index] ?? []) await person.do(each);
          }),
        );
        await scheduler.waitFor(run);
        await scheduler.waitIdle();

        // Then everything works again. Each person sends the form in front of them until they are told that it arrived.
        browser.travel = () => Promise.resolve();
        browser.fates = [];
        browser.online = true;
        for (const person of people) await person.send();
        // A tab that died while it held the lock keeps it for half a minute.
        browser.nowMs += 30_000;
        await people[0]?.queue.flush();
        for (const person of people) person.close();

        const stores = leadsByStore(browser);
        // For each store, take the last thing that its person was told: a correction is acknowledged later, under the same
        // reference.
        const told = people.flatMap((person) => [...new Map(person.told.map((each) => [each.store, each])).values()]);
        const pressed = people.flatMap((person) => person.pressed);
        for (const each of told) {
          // A correction whose page was left before the answer may have arrived although nobody was told.
          const later = pressed.filter(({ store, version }) => store === each.store && version > each.version);
          const arrived = stores.get(each.store) ?? [];
          expect(arrived, each.store).toEqual([{ reference: each.reference, answers: expect.any(String) }]);
          expect([each, ...later].map(written), each.store).toContain(arrived[0]?.answers);
        }
        // A store whose form was lost in a crash may have arrived, but at most once.
        for (const [store, leads] of stores) expect(leads, store).toHaveLength(1);
        expect(new Set(told.map(({ reference }) => reference)).size).toBe(told.length);
      }),
      settings,
    );
  });

  it('tabs with the same answers make one lead, whatever is lost on the way', async () => {
    const attempts = fc.array(fc.constantFrom('send', 'reload', 'reload while sending', 'discard while sending'), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(attempts, { minLength: 2, maxLength: 4 }),
        fc.array(fate, { maxLength: 10 }),
        async (scheduler, deeds, fates) => {
          const browser = new FakeBrowser();
          const answers = answersOf('one store', 1);
          browser.openTab().sending().save(answers);
          const tabs = deeds.map(() => browser.openTab());
          browser.fates = fates;
          browser.travel = () => scheduler.schedule(Promise.resolve());
          const references = new Set<string>();
          const send = async (sending: Sending) => {
            const outcome = await sending.send(answers);
            if (outcome.state === 'sent') references.add(outcome.reference);
            return outcome.state;
          };
          const run = Promise.all(
            deeds.map(async (script, index) => {
              let tab = tabs[index] as FakeTab;
              let sending = tab.sending();
              sending.draft();
              for (const each of script) {
                if (each === 'send') await send(sending);
                else {
                  if (each !== 'reload') void sending.send(answers);
                  tab = each.startsWith('reload') ? tab.reload() : tab.discard();
                  sending = tab.sending();
                  sending.draft();
                }
              }
              while ((await send(sending)) !== 'sent');
            }),
          );
          await scheduler.waitFor(run);
          expect(browser.gateway.leads.size).toBe(1);
          expect(references.size).toBe(1);
        },
      ),
      settings,
    );
  });
});
