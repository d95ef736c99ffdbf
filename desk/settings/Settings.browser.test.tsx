import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SettingsView } from '#contract/desk/setting-endpoints.ts';
import type { Answer } from '../../tests/components/desk.tsx';
import { mountDesk } from '../../tests/components/desk.tsx';
import { inLongRun } from '../../tests/components/long-run.ts';
import { expectFits } from '../../tests/components/mount.ts';
import { readAgain } from '../lib/read.ts';
import { SettingsScreen } from './SettingsScreen.tsx';
import { hoursOf, settingsOf as viewOf } from './testing.ts';

const view = 'GET /api/desk/settings';
const json = (value: SettingsView, status = 200): Answer => ({ status, json: value });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const part = (name: string) => page.getByRole('region', { name });

inLongRun(() => {
  test('R199 two people change the jacket: the later one sees both lists side by side, and decides', async () => {
    const theirs = viewOf({ jacket: { version: 2, items: [{ item: 'menu', label: 'Menu, signed' }], retired: [] } });
    let stands = viewOf();
    const { sent } = mountDesk(<SettingsScreen />, {
      answers: {
        [view]: () => json(stands),
        'POST /api/desk/settings/jacket': ({ body }) => {
          const { version } = body as { version: number };
          return version === stands.jacket.version
            ? json(viewOf({ jacket: { ...stands.jacket, version: 3 } }))
            : json(stands, 409);
        },
      },
    });
    await page.getByRole('textbox', { name: 'Item 2' }).fill('Title or its application');
    // Somebody else saves, and the screen reads it. What is typed stays all the same.
    stands = theirs;
    readAgain({ topics: [{ topic: 'settings', id: null }] });
    await expect.element(page.getByRole('textbox', { name: 'Item 2' })).toHaveValue('Title or its application');
    await button('Save the jacket').click();
    await expect.element(page.getByRole('heading', { name: /Somebody else saved this setting/ })).toHaveFocus();
    await expect.element(page.getByRole('cell', { name: /Menu, signed/ })).toBeVisible();
    await expect.element(page.getByRole('cell', { name: /Signed menu, Title or its application/ })).toBeVisible();
    await expectFits();
    await button('Save my version').click();
    await expect.element(page.getByText('The jacket is saved.')).toBeVisible();
    const mine = [
      { item: 'menu', label: 'Signed menu' },
      { item: 'title', label: 'Title or its application' },
    ];
    expect(sent('POST /api/desk/settings/jacket')).toEqual([
      { version: 1, items: mine },
      { version: 2, items: mine },
    ]);
  });

  test('R199 whoever leaves a setting as it stands has the other one’s version before them, and nothing is sent', async () => {
    const theirs = viewOf({ textAgent: { version: 3, on: true, nobodyReached: null } });
    const { sent } = mountDesk(<SettingsScreen />, {
      answers: { [view]: json(viewOf()), 'POST /api/desk/settings/text-agent': json(theirs, 409) },
    });
    await button('Switch Text Agent off').click();
    await expect.element(part('Text Agent').getByRole('cell', { name: /Off/ })).toBeVisible();
    await button('Keep their version').click();
    await expect.element(button('Switch Text Agent off')).toBeVisible();
    expect(sent('POST /api/desk/settings/text-agent')).toEqual([{ version: 1, on: false }]);
  });

  test('R199 the hours of another lender that somebody saved meanwhile stay, and the change goes on by itself', async () => {
    const theirs = viewOf({
      lenderHours: {
        version: 2,
        lenders: ['Harbor Bank', 'ALLY'],
        hours: [hoursOf('Harbor Bank', '21:00'), hoursOf('ALLY', '17:00')],
      },
    });
    let first = true;
    const { sent } = mountDesk(<SettingsScreen />, {
      answers: {
        [view]: json(viewOf()),
        'POST /api/desk/settings/lender-hours': () => {
          const isFirst = first;
          first = false;
          return isFirst ? json(theirs, 409) : json(viewOf({ lenderHours: { ...theirs.lenderHours, version: 3 } }));
        },
      },
    });
    await button('Change of Harbor Bank').click();
    await page.getByRole('textbox', { name: /^Mon–Fri/ }).fill('08:00-22:00');
    await button('Save').first().click();
    await expect.element(page.getByText('Harbor Bank is saved.')).toBeVisible();
    expect(sent('POST /api/desk/settings/lender-hours')).toEqual([
      { version: 1, hours: [hoursOf('Harbor Bank', '22:00')] },
      { version: 2, hours: [hoursOf('ALLY', '17:00'), hoursOf('Harbor Bank', '22:00')] },
    ]);
  });

  test('R199 the hours of the same lender are shown twice, although the screen has heard of the others before the press', async () => {
    const theirs = viewOf({
      lenderHours: { version: 2, lenders: ['Harbor Bank', 'ALLY'], hours: [hoursOf('Harbor Bank', '19:00')] },
    });
    let stands = viewOf();
    const { sent } = mountDesk(<SettingsScreen />, {
      answers: { [view]: () => json(stands), 'POST /api/desk/settings/lender-hours': () => json(stands, 409) },
    });
    await button('Change of Harbor Bank').click();
    await page.getByRole('textbox', { name: /^Mon–Fri/ }).fill('08:00-22:00');
    stands = theirs;
    readAgain({ topics: [{ topic: 'settings', id: null }] });
    await button('Save').first().click();
    await expect.element(page.getByRole('cell', { name: /8\sam – 7\spm/ })).toBeVisible();
    await expect.element(page.getByRole('cell', { name: /8\sam – 10\spm/ })).toBeVisible();
    expect(sent('POST /api/desk/settings/lender-hours')).toHaveLength(1);
  });

  test('R199 two people who make the same change are told that it is made', async () => {
    mountDesk(<SettingsScreen />, {
      answers: {
        [view]: json(viewOf()),
        'POST /api/desk/settings/text-agent': json(
          viewOf({ textAgent: { version: 2, on: false, nobodyReached: null } }),
          409,
        ),
      },
    });
    await button('Switch Text Agent off').click();
    await expect.element(page.getByText('Text Agent is off.')).toBeVisible();
    await expect.element(button('Switch Text Agent on')).toBeVisible();
  });
});

const states: readonly (readonly [string, Answer, string | RegExp])[] = [
  ['loads', 'never', 'Loading the settings…'],
  ['failed', { status: 500, text: 'Something went wrong.' }, 'Could not load the settings'],
  ['are not for this role', { status: 403, text: 'Your role does not allow this.' }, /Your role does not allow you/],
];

test.each(states)('R204 settings that %s say so, and fit a phone and a screen', async (_, answer, words) => {
  mountDesk(<SettingsScreen />, { answers: { [view]: answer } });
  await expect.element(page.getByText(words)).toBeVisible();
  await expectFits();
});

test('R204 settings that could not be read are there once they can, by one press', async () => {
  let fails = true;
  mountDesk(<SettingsScreen />, {
    answers: { [view]: () => (fails ? { status: 500, text: 'Something went wrong.' } : json(viewOf())) },
  });
  await expect.element(page.getByText('Could not load the settings')).toBeVisible();
  fails = false;
  await button('Try again').click();
  await expect.element(button('Switch Text Agent off')).toBeVisible();
  await expectFits();
});

test('R204 a change that is refused says why, and what was typed stays', async () => {
  const text = '“12” is neither a mail address nor a telephone number. Nothing was changed.';
  mountDesk(<SettingsScreen />, {
    answers: {
      [view]: json(viewOf()),
      'POST /api/desk/settings/alert-recipients': { status: 422, text },
    },
  });
  const field = page.getByRole('textbox', { name: /^Another recipient/ });
  await field.fill('12');
  await part('Alerts').getByRole('button', { name: 'Add' }).click();
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(field).toHaveValue('12');
});

const mail = (value: string) => ({ kind: 'mail', value }) as const;
const recipientsOf = (version: number, ...values: string[]) =>
  viewOf({
    alertRecipients: { version, environment: [], further: values.map(mail), can: { mail: true, phone: true } },
  });
const recipients = 'POST /api/desk/settings/alert-recipients';

/** A server's alert recipients. A change with an old version is answered with the stored recipients. */
function keptRecipients(...values: string[]) {
  let stands = recipientsOf(1, ...values);
  const change = (...next: string[]) => {
    stands = recipientsOf(stands.alertRecipients.version + 1, ...next);
  };
  const save = (body: unknown): Answer => {
    const { version, recipients: next } = body as { version: number; recipients: { value: string }[] };
    if (version !== stands.alertRecipients.version) return json(stands, 409);
    change(...next.map(({ value }) => value));
    return json(stands);
  };
  return {
    change,
    save,
    view: () => json(stands),
    now: () => stands.alertRecipients.further.map(({ value }) => value),
  };
}

inLongRun(() => {
  test('R704 two recipients that are taken away quickly on a slow network are both gone, and nobody reads that somebody else was first', async () => {
    const kept = keptRecipients('ana@x.example', 'ben@x.example', 'cy@x.example');
    const slow = Promise.withResolvers<undefined>();
    let isFirst = true;
    mountDesk(<SettingsScreen />, {
      answers: {
        [view]: kept.view,
        [recipients]: async ({ body }) => {
          const answer = kept.save(body);
          if (isFirst) {
            isFirst = false;
            await slow.promise;
          }
          return answer;
        },
      },
    });
    await button('Remove ana@x.example').click();
    await button('Remove ben@x.example').click();
    await expect.element(page.getByText(/Alerts do not go to ben@x.example/)).toBeVisible();
    slow.resolve(undefined);
    await expect.element(page.getByText(/Alerts do not go to ana@x.example/)).toBeVisible();
    await expect.element(button('Remove ben@x.example')).not.toBeInTheDocument();
    await expect.element(button('Remove cy@x.example')).toBeVisible();
    await expect.poll(kept.now).toEqual(['cy@x.example']);
    expect(page.getByText(/Somebody else saved/).query()).toBeNull();
  });

  test('R704 a recipient that somebody else added meanwhile stays, and the own one is added beside it', async () => {
    const kept = keptRecipients('ana@x.example');
    mountDesk(<SettingsScreen />, { answers: { [view]: kept.view, [recipients]: ({ body }) => kept.save(body) } });
    const field = page.getByRole('textbox', { name: /^Another recipient/ });
    await field.fill('dee@x.example');
    kept.change('ana@x.example', 'cy@x.example');
    await part('Alerts').getByRole('button', { name: 'Add' }).click();
    await expect.element(page.getByText('Alerts also go to dee@x.example.')).toBeVisible();
    expect(kept.now()).toEqual(['ana@x.example', 'cy@x.example', 'dee@x.example']);
  });

  test('R704 what is typed of another recipient stays while one is taken away', async () => {
    const kept = keptRecipients('ana@x.example', 'ben@x.example');
    mountDesk(<SettingsScreen />, { answers: { [view]: kept.view, [recipients]: ({ body }) => kept.save(body) } });
    const field = page.getByRole('textbox', { name: /^Another recipient/ });
    await field.fill('dee@x');
    await button('Remove ana@x.example').click();
    await expect.element(page.getByText(/Alerts do not go to ana@x.example/)).toBeVisible();
    await expect.element(field).toHaveValue('dee@x');
  });

  test('R705 what is typed into the jacket while it is being saved stays, and is saved by the next press', async () => {
    const answer = Promise.withResolvers<Answer>();
    const saved = viewOf({
      jacket: {
        version: 2,
        items: [
          { item: 'menu', label: 'Menu' },
          { item: 'title', label: 'Title' },
        ],
        retired: [],
      },
    });
    let isFirst = true;
    let stands = viewOf();
    const { sent } = mountDesk(<SettingsScreen />, {
      answers: {
        [view]: () => json(stands),
        'POST /api/desk/settings/jacket': () => {
          if (!isFirst) return json(saved);
          isFirst = false;
          stands = saved;
          return answer.promise;
        },
      },
    });
    const item = (number: number) => page.getByRole('textbox', { name: `Item ${number}` });
    await item(1).fill('Menu');
    await button('Save the jacket').click();
    await item(2).fill('Title, both sides');
    answer.resolve(json(saved));
    await expect.element(page.getByText('The jacket is saved.')).toBeVisible();
    await expect.element(item(1)).toHaveValue('Menu');
    await expect.element(item(2)).toHaveValue('Title, both sides');
    await button('Save the jacket').click();
    await expect.poll(() => sent('POST /api/desk/settings/jacket')).toHaveLength(2);
    expect(sent('POST /api/desk/settings/jacket')[1]).toEqual({
      version: 2,
      items: [
        { item: 'menu', label: 'Menu' },
        { item: 'title', label: 'Title, both sides' },
      ],
    });
  });
});

test('R959 who saw and changed a setting is called by the setting', async () => {
  mountDesk(<SettingsScreen />, { answers: { [view]: json(viewOf()) } });
  await expect.element(page.getByRole('heading', { name: 'Text Agent' })).toBeVisible();
  const names = [...document.querySelectorAll('summary')].map((summary) => summary.textContent);
  expect(names).toEqual(
    ['Text Agent', 'Shared code', 'Alerts', 'Deal jacket', 'Lenders’ hours'].map(
      (title) => `Who saw and changed this setting: ${title}`,
    ),
  );
});

inLongRun(() => {
  test.each([200, 409])(
    'R1030 a late answer %s for one lender leaves the form of another open, with what is typed in it',
    async (status) => {
      const slow = Promise.withResolvers<Answer>();
      const theirs = { version: 2, lenders: ['Harbor Bank', 'ALLY'], hours: [hoursOf('Harbor Bank', '19:00')] };
      const { sent } = mountDesk(<SettingsScreen />, {
        answers: { [view]: json(viewOf()), 'POST /api/desk/settings/lender-hours': () => slow.promise },
      });
      await button('Change of Harbor Bank').click();
      await page.getByRole('textbox', { name: /^Mon–Fri/ }).fill('08:00-22:00');
      await button('Save').first().click();
      await expect.poll(() => sent('POST /api/desk/settings/lender-hours')).toHaveLength(1);
      await button('Add hours of ALLY').click();
      const note = page.getByRole('textbox', { name: /^Note/ });
      await note.fill('Call first');
      slow.resolve(json(viewOf({ lenderHours: theirs }), status));
      const answered =
        status === 200 ? page.getByText('Harbor Bank is saved.') : page.getByRole('cell', { name: /7 pm/ });
      await expect.element(answered).toBeVisible();
      await expect.element(note).toHaveValue('Call first');
    },
  );
});

test('R1243 that a setting is saved is not said over what somebody else has stored since, and is over other settings', async () => {
  let stands = viewOf();
  mountDesk(<SettingsScreen />, {
    answers: {
      [view]: () => json(stands),
      'POST /api/desk/settings/text-agent': () => {
        stands = viewOf({ textAgent: { version: 2, on: false, nobodyReached: null } });
        return json(stands);
      },
    },
  });
  await button('Switch Text Agent off').click();
  const saved = page.getByText('Text Agent is off.');
  await expect.element(saved).toBeVisible();
  const change = async (parts: Partial<SettingsView>, shown: ReturnType<typeof button>) => {
    stands = { ...stands, ...parts };
    readAgain({ topics: [{ topic: 'settings', id: null }] });
    await expect.element(shown).toBeVisible();
  };
  await change({ sharedCode: { version: 2, on: false, anyOwnCode: true } }, button('Allow shared codes'));
  await expect.element(saved).toBeVisible();
  await change({ textAgent: { version: 3, on: true, nobodyReached: null } }, button('Switch Text Agent off'));
  await expect.element(saved).not.toBeInTheDocument();
});

test('R1292 that a recipient of alerts was added or removed is said until somebody else has undone it, also over other recipients', async () => {
  const [ops, night] = ['ops@boxline.example', 'night@boxline.example'];
  const stand = (version: number, ...values: string[]) => {
    const further = values.map((value) => ({ kind: 'mail' as const, value }));
    stands = viewOf({ alertRecipients: { ...viewOf().alertRecipients, version, further } });
    return json(stands);
  };
  let stands = viewOf();
  const answers = [() => stand(2, ops), () => stand(5, ops)];
  mountDesk(<SettingsScreen />, {
    answers: {
      [view]: () => json(stands),
      'POST /api/desk/settings/alert-recipients': () => answers.shift()?.() ?? json(stands, 409),
    },
  });
  const change = async (version: number, ...values: string[]) => {
    stand(version, ...values);
    readAgain({ topics: [{ topic: 'settings', id: null }] });
    for (const value of [ops, night]) {
      const row = button(`Remove ${value}`);
      if (values.includes(value)) await expect.element(row).toBeVisible();
      else await expect.element(row).not.toBeInTheDocument();
    }
  };
  await page.getByLabelText('Another recipient').fill(ops);
  await part('Alerts').getByRole('button', { name: 'Add', exact: true }).click();
  const added = page.getByText(`Alerts also go to ${ops}.`);
  await expect.element(added).toBeVisible();
  await change(3, ops, night);
  await expect.element(added).toBeVisible();
  await change(4, night);
  await expect.element(added).not.toBeInTheDocument();
  await button(`Remove ${night}`).click();
  const removed = page.getByText(`Alerts do not go to ${night} any more.`);
  await expect.element(removed).toBeVisible();
  await change(6, ops, night);
  await expect.element(removed).not.toBeInTheDocument();
  // The server counts an address in capitals as the one that is there.
  answers.push(() => stand(7, ops, night));
  await page.getByLabelText('Another recipient').fill(ops.toUpperCase());
  await part('Alerts').getByRole('button', { name: 'Add', exact: true }).click();
  const addedAgain = page.getByText(`Alerts also go to ${ops.toUpperCase()}.`);
  await expect.element(addedAgain).toBeVisible();
  await change(8, night);
  await expect.element(addedAgain).not.toBeInTheDocument();
});
