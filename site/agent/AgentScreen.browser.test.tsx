import './agent.css';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { tabStorage } from '#client/lib/storage.ts';
import type { AgentView } from '#contract/agent-endpoints.ts';
import { closingNoteMaxLength } from '#contract/agent-request.ts';
import { inLongRun } from '../../tests/components/long-run.ts';
import { expectFits, mount } from '../../tests/components/mount.ts';
import { AgentScreen } from './AgentScreen.tsx';
import { markEnding } from './ending-draft.ts';
import { aView } from './testing.ts';

test('R503 a step that got no answer in time is not said not to have arrived', async () => {
  const shown = { status: 'open', view: aView(), silent: true, failed: 'accept' } as const;
  mount(<AgentScreen page={shown} onStep={() => undefined} />);
  await expect.element(page.getByText('No answer came to “Accept”. Press it again.')).toBeVisible();
});

test('R736 an agent reads that the dealership has changed its answers', async () => {
  const open = { status: 'open', view: aView(), silent: false } as const;
  const screen = mount(<AgentScreen page={open} onStep={() => undefined} />);
  await expect.element(page.getByRole('button', { name: 'Accept' })).toBeVisible();
  expect(page.getByText(/has changed its answers/).elements()).toEqual([]);
  screen.show(<AgentScreen page={{ ...open, changed: true }} onStep={() => undefined} />);
  await expect.element(page.getByRole('status').getByText(/has changed its answers/)).toBeVisible();
});

const mine = {
  mine: true,
  acceptedAt: '2026-11-20T21:05:00.000Z',
  acceptedBy: 'Tamsin Okoro',
  connectedAt: '2026-11-20T21:06:00.000Z',
};
const shown = (change: Partial<AgentView> = {}) => (
  <div className="agent night">
    <AgentScreen
      page={{ status: 'open', view: aView({ ...mine, ...change }), silent: false }}
      onStep={() => undefined}
    />
  </div>
);
const cancelled = {
  closing: { as: 'cancelled', at: '2026-11-20T21:07:00.000Z', endsAt: '2026-11-20T21:08:00.000Z' },
} as const;
const press = async (name: string) => {
  const button = page.getByRole('button', { name, exact: true });
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  await button.click();
};

inLongRun(() => {
  test.each([
    ['the dealership cancels and takes that back', cancelled],
    ['another finance manager takes the request over and hands it back', { mine: false, acceptedBy: 'Rowan Ames' }],
  ])('R603 a question that could not be answered for a while is closed: %s', async (_, meanwhile) => {
    const screen = mount(shown());
    await press('Hand back');
    await expect.element(page.getByRole('heading', { name: 'Hand it back to the others?' })).toBeVisible();
    screen.show(shown(meanwhile));
    await expect.element(page.getByRole('button', { name: 'Yes, hand it back' })).not.toBeInTheDocument();
    screen.show(shown());
    await press('Hand back');
    await expect.element(page.getByRole('heading', { name: 'Hand it back to the others?' })).toBeVisible();
  });

  test('R990 the link to AnyDesk waits a moment when it comes with the address of the dealership', async () => {
    const screen = mount(shown());
    await expect.element(page.getByRole('button', { name: 'Done', exact: true })).not.toHaveAttribute('aria-disabled');
    let prevented = false;
    const hear = (event: Event) => {
      prevented = event.defaultPrevented;
      // A test opens no program.
      event.preventDefault();
    };
    addEventListener('click', hear);
    onTestFinished(() => removeEventListener('click', hear));
    /** Whether a press on the link does something; undefined while there is no link. */
    const opens = () => {
      const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Open in AnyDesk');
      link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      return link && !prevented;
    };
    const seen: unknown[] = [];
    const watching = new MutationObserver(() => seen.push(opens()));
    watching.observe(document.body, { childList: true, subtree: true });
    screen.show(shown({ anydesk: '412098637' }));
    await expect.poll(() => seen[0]).toBe(false);
    watching.disconnect();
    await expect.poll(opens).toBe(true);
  });

  describe('R531 a note for the desk', () => {
    const note = page.getByLabelText(/^Note for the desk/);
    const typeNote = async () => {
      await press('Done');
      await page.getByLabelText('Contracted: retail').click();
      await note.fill('GAP sold, bank asks for the stips');
    };

    test('that is being typed when the dealership cancels is shown, and is there again when Done is pressed after that was taken back', async () => {
      const screen = mount(shown());
      await typeNote();
      screen.show(shown(cancelled));
      await expect.element(page.getByRole('heading', { name: 'Your note was not sent' })).toBeVisible();
      await expect.element(page.getByText('GAP sold, bank asks for the stips')).toBeVisible();
      await expectFits();
      screen.show(shown());
      await press('Done');
      await expect.element(note).toHaveValue('GAP sold, bank asks for the stips');
      await expect.element(page.getByLabelText('Contracted: retail')).toBeChecked();
    });

    test.each([
      ['has taken the request over', { mine: false, acceptedBy: 'Rowan Ames' }],
      [
        'is closing it by then',
        { mine: false, acceptedBy: 'Rowan Ames', closing: { ...cancelled.closing, as: 'done' } },
      ],
    ] as const)('that is being typed is shown when another finance manager %s', async (_, meanwhile) => {
      const screen = mount(shown());
      await typeNote();
      screen.show(shown({ ...meanwhile, connectedAt: null }));
      await expect.element(page.getByRole('heading', { name: 'Your note was not sent' })).toBeVisible();
      await expect.element(page.getByText('GAP sold, bank asks for the stips')).toBeVisible();
      await expectFits();
      // It stands in the form again for who has the request again.
      screen.show(shown());
      await expect.element(page.getByRole('heading', { name: /^Your note/ })).not.toBeInTheDocument();
      await press('Done');
      await expect.element(note).toHaveValue('GAP sold, bank asks for the stips');
    });

    test('is there again after the telephone dropped the page, and belongs to its request alone', async () => {
      const screen = mount(shown());
      await typeNote();
      screen.leave();
      const later = mount(shown());
      await press('Done');
      await expect.element(note).toHaveValue('GAP sold, bank asks for the stips');
      later.show(shown({ reference: 'BX-0000-0002', ...cancelled }));
      await expect.element(page.getByText(/BX-0000-0002/)).toBeVisible();
      expect(page.getByText('Your note was not sent').elements()).toEqual([]);
    });

    test('R735 that is pasted longer than it may be is kept whole, and is sent once it is shorter', async () => {
      const sends: unknown[] = [];
      const view = aView(mine);
      mount(<AgentScreen page={{ status: 'open', view, silent: false }} onStep={(...step) => sends.push(step)} />);
      await press('Done');
      await page.getByLabelText('Help only').click();
      const long = `${'x'.repeat(closingNoteMaxLength)} and the rest`;
      await note.fill(long);
      await press('Close request');
      await expect.element(page.getByText('The note has 2013 characters: shorten it to 2000')).toBeVisible();
      await expect.element(note).toHaveFocus();
      await expect.element(note).toHaveValue(long);
      expect(sends).toEqual([]);
      await note.fill('Short');
      await expect.element(page.getByText(/shorten it/)).not.toBeInTheDocument();
      await press('Close request');
      expect(sends).toEqual([['done', { disposition: 'help_only', note: 'Short' }]]);
    });

    const closing = { ...cancelled.closing, as: 'done' } as const;
    const sent = { disposition: 'contracted_retail', note: 'GAP sold, bank asks for the stips' } as const;

    test.each([
      ['R542 that was not stored, because another press closed the request, is shown', 'no', 'Your note was not sent'],
      [
        'R660 that got no answer before the request was closed is said to be doubtful',
        'perhaps',
        /may not have been sent/,
      ],
    ] as const)('%s', async (_, how, said) => {
      const screen = mount(shown());
      await typeNote();
      markEnding(tabStorage, aView().reference, sent, how);
      screen.show(shown({ closing, disposition: 'help_only' }));
      await expect.element(page.getByRole('heading', { name: said })).toBeVisible();
      await expect.element(page.getByText(sent.note)).toBeVisible();
    });

    test('R660 that was stored is not said to be unsent, whatever becomes of the request', async () => {
      const screen = mount(shown());
      await typeNote();
      markEnding(tabStorage, aView().reference, sent, 'yes');
      screen.show(shown(cancelled));
      await expect.element(page.getByText(/The dealership cancelled it/)).toBeVisible();
      expect(page.getByRole('heading', { name: /^Your note/ }).elements()).toEqual([]);
    });

    test.each([
      ['Undo Done', () => Promise.resolve()],
      ['Reopen and another ending', () => page.getByLabelText('Help only').click()],
    ])(
      'R682 that was stored, and is sent again after %s, is not said to be doubtful when the answer is lost',
      async (_, change) => {
        const screen = mount(shown());
        await typeNote();
        markEnding(tabStorage, aView().reference, sent, 'perhaps');
        markEnding(tabStorage, aView().reference, sent, 'yes');
        screen.show(shown({ closing, disposition: 'contracted_retail' }));
        await expect.element(page.getByText(/^Closing as/)).toBeVisible();
        screen.show(shown());
        await press('Done');
        await change();
        markEnding(tabStorage, aView().reference, sent, 'perhaps');
        screen.show(shown({ closing, disposition: 'contracted_retail' }));
        await expect.element(page.getByText(/^Closing as/)).toBeVisible();
        expect(page.getByRole('heading', { name: /^Your note/ }).elements()).toEqual([]);
      },
    );

    test('R660 that is changed while it is being sent is unsent again', async () => {
      const screen = mount(shown());
      await typeNote();
      markEnding(tabStorage, aView().reference, sent, 'perhaps');
      await note.fill('GAP sold, stips are here');
      markEnding(tabStorage, aView().reference, sent, 'yes');
      screen.show(shown({ closing, disposition: 'contracted_retail' }));
      await expect.element(page.getByRole('heading', { name: 'Your note was not sent' })).toBeVisible();
    });
  });
});

test.each([
  ['said “not me” while the dealership cancels', { declinedAt: '2026-11-20T21:05:00.000Z' }],
  ['could take over one that is late while the dealership cancels', { ...mine, mine: false, connectedAt: null }],
])('R811 an agent who %s is offered nothing', async (_, change) => {
  const view = aView({ ...change, lateAt: '2026-11-20T21:04:00.000Z', ...cancelled });
  mount(<AgentScreen page={{ status: 'open', view, silent: false }} onStep={() => undefined} />);
  await expect.element(page.getByText(/Nothing is left for you to do/)).toBeVisible();
  expect(page.getByText(/You can still accept it|Whoever takes it over/).elements()).toEqual([]);
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('R545 who takes a handed off request on without a desk reads what was told, and by whom', async () => {
  const handOff = {
    from: 'Ana Ruiz',
    to: 'Tamsin Okoro',
    at: '2026-11-20T21:04:19.000Z',
    lender: '',
    products: ['GAP'],
    openStipulations: 'proof of income is missing',
    promised: '0 % for 36 months',
  };
  const view = aView({ handedBackBy: 'Ana Ruiz', handedToYou: true, handOff });
  mount(<AgentScreen page={{ status: 'open', view, silent: false }} onStep={() => undefined} />);
  await expect.element(page.getByText(/Ana Ruiz hands it off to you/)).toBeVisible();
  await expect.element(page.getByText('proof of income is missing')).toBeVisible();
  await expect.element(page.getByText('0 % for 36 months')).toBeVisible();
  expect(page.getByText('Lender').elements()).toEqual([]);
});
