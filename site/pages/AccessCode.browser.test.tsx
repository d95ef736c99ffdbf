import './portal.css';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { tabStorage } from '#client/lib/storage.ts';
import { readAccessCode } from '#contract/access-code.ts';
import { codeFromLinkPath, codeLinkPath } from '#contract/code-link.ts';
import { expectFits, mount } from '../../tests/components/mount.ts';
import { view as linkView, made } from '../access-code/testing/visit.ts';
import { AccessCode } from './AccessCode.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const keptText = 'I have kept it: open the portal';

/** Shows a code that was just made. `asked` has the paths that the server was asked for since. */
async function showCode() {
  const asked: string[] = [];
  const answers: Readonly<Record<string, unknown>> = { [codeLinkPath]: linkView, [codeFromLinkPath]: made };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const answer = answers[String(input)];
    if (!answer) asked.push(String(input));
    return answer ? Response.json(answer) : new Response('', { status: 503 });
  });
  tabStorage.write('boxline.code-link', 'T'.repeat(43));
  const shown = mount(<AccessCode />);
  await button('Make the code').click();
  await expect.element(page.getByRole('heading', { name: 'Your access code' })).toHaveFocus();
  expect(isAskedBeforeLeaving()).toEqual([true, true]);
  return { asked, ...shown };
}

/** Leaves the document, as far as a page can see it. Returns whether the browser asks first, in older and newer browsers. */
function isAskedBeforeLeaving(): readonly boolean[] {
  const leaving = document.createEvent('BeforeUnloadEvent');
  // oxlint-disable-next-line typescript/no-deprecated -- this event has no constructor
  leaving.initEvent('beforeunload', false, true);
  dispatchEvent(leaving);
  // oxlint-disable-next-line typescript/no-deprecated -- Chrome below 119 reads only this
  return [leaving.defaultPrevented, Boolean((leaving as BeforeUnloadEvent).returnValue)];
}

test('R1065 a code that nobody has kept stays at the first press of “Open the portal”, and the browser asks before it is left', async () => {
  const { asked, leave } = await showCode();
  await button('Open the portal').click();
  await expect.element(page.getByText(/^It is not shown again/)).toBeVisible();
  await expectFits();
  expect(asked).toEqual([]);
  expect(isAskedBeforeLeaving()).toEqual([true, true]);
  await button(keptText).click();
  await expect.element(page.getByText(/^The portal did not open/)).toBeVisible();
  expect(asked).toHaveLength(1);
  expect(isAskedBeforeLeaving()).toEqual([false, false]);
  leave();
});

test('R1065 the second press of a double click on “Open the portal” is not taken for an answer', async () => {
  const { asked } = await showCode();
  await button('Open the portal').dblClick();
  await expect.element(button(keptText)).toBeVisible();
  expect(asked).toEqual([]);
});

test('R1065 a code that was copied is left without a question', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { asked } = await showCode();
  await button('Copy access code').click();
  await expect.element(page.getByText('The access code is copied')).toBeInTheDocument();
  expect(write.mock.calls).toEqual([[made.code]]);
  expect(isAskedBeforeLeaving()).toEqual([false, false]);
  await button('Open the portal').click();
  await expect.poll(() => asked).toHaveLength(1);
});

test('R1065 a code that was selected and copied by hand is left without a question', async () => {
  await showCode();
  await page.getByText('90QF').click();
  await userEvent.keyboard('{Control>}c{/Control}');
  await expect.poll(isAskedBeforeLeaving).toEqual([false, false]);
});

test.each([
  ['a click on one of its groups', async () => userEvent.click(page.getByText('90QF'))],
  ['a double click on one of its groups', async () => userEvent.dblClick(page.getByText('7K2M'))],
  [
    'a selection of all that stands between the words above and the button below',
    async () => {
      const range = document.createRange();
      range.setStartAfter(page.getByText(/Copy it now/).element());
      range.setEndBefore(button('Open the portal').element());
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
    },
  ],
])('R1068 %s selects the whole code once', async (_, select) => {
  await showCode();
  await select();
  expect(readAccessCode(String(getSelection()))).toBe(readAccessCode(made.code));
});

test('R1048 a press without an answer says that this browser gets the same code', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    if (String(input) === codeLinkPath) return Response.json(linkView);
    throw new TypeError('Failed to fetch');
  });
  tabStorage.write('boxline.code-link', 'T'.repeat(43));
  mount(<AccessCode />);
  await button('Make the code').click();
  await expect.element(page.getByText(/Press again in this browser within a quarter of an hour/)).toBeVisible();
});

test.each([
  ['America/New_York', 'Sat, Nov 28, 4:06 pm EST'],
  ['America/Los_Angeles', 'Sat, Nov 28, 1:06 pm PST'],
])('R1092 the page says until when its link works in the time of %s, as its mail does', async (timeZone, until) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ ...linkView, timeZone }));
  tabStorage.write('boxline.code-link', 'T'.repeat(43));
  mount(<AccessCode />);
  await expect.element(page.getByText(`The link works once, until ${until}.`)).toBeVisible();
});
