/** When the second press of a double press comes, after a quick response to the first one. */
import { type ButtonHTMLAttributes, type ReactNode, useEffect, useRef, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { holdKey, pressKey, pressOnce } from '../../tests/components/pointer.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { noteWrite, takeDoublePressesAsOne } from './double-press.ts';

const secondAfterMs = 160;
/** When a deliberate further press comes: after the person has read the result of the first one. */
const onPurposeAfterMs = 700;

const did = vi.fn<(what: string) => void>();

function send(): void {
  did('sent');
  noteWrite();
}

/** A toggle button that stays in place. After a press it has other words, or says that something is open. */
function Turned({ says }: { says: (isOn: boolean) => ButtonHTMLAttributes<HTMLButtonElement> }) {
  const [isOn, setOn] = useState(false);
  const turn = () => {
    did(isOn ? 'off' : 'on');
    setOn(!isOn);
  };
  return (
    <button type="button" {...says(isOn)} onClick={turn}>
      Shift
    </button>
  );
}

/** A button that is replaced by an acting button, which also gets the focus. */
function Focusing() {
  const [isOpen, setOpen] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) first.current?.focus();
  }, [isOpen]);
  const open = () => {
    did('opened');
    setOpen(true);
  };
  return isOpen ? (
    <button ref={first} key="choice" type="button" onClick={() => did('chosen')}>
      RouteOne
    </button>
  ) : (
    <button key="open" type="button" onClick={open}>
      Change
    </button>
  );
}

/** A button that is replaced by another one. */
function Asking() {
  const [isAsking, setAsking] = useState(false);
  const ask = () => {
    did('asked');
    setAsking(true);
  };
  return isAsking ? (
    <button key="yes" type="button" onClick={() => did('removed')}>
      Yes, remove
    </button>
  ) : (
    <button key="ask" type="button" onClick={ask}>
      Remove
    </button>
  );
}

/** A button that opens a dialog over itself, which a press beside the dialog closes. */
function Opening() {
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    did('opened');
    setOpen(true);
  };
  const close = () => {
    did('closed');
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={open} style={{ position: 'fixed', top: 0, left: 0 }}>
        Add
      </button>
      <Dialog open={isOpen} title="Add" onClose={close} closesOutside={() => true}>
        <p>What is added</p>
      </Dialog>
    </>
  );
}

const screens = {
  'sends a write': { content: <SendButton />, first: 'sent', again: 'sent' },
  'is turned the other way': {
    content: <Turned says={(isOn) => ({ 'aria-label': isOn ? 'Turn off' : 'Turn on' })} />,
    first: 'on',
    again: 'off',
  },
  'unfolds what stands below it': {
    content: <Turned says={(isOn) => ({ 'aria-expanded': isOn })} />,
    first: 'on',
    again: 'off',
  },
  'gives its place to another one': { content: <Asking />, first: 'asked', again: 'removed' },
  'opens a dialog that a press beside it closes': { content: <Opening />, first: 'opened', again: 'closed' },
} as const;

function SendButton() {
  return (
    <button type="button" onClick={send}>
      Export
    </button>
  );
}

async function start(content: ReactNode): Promise<HTMLElement> {
  takeDoublePressesAsOne();
  // Forgets the last press of the test before, whose time stamp lies in the future.
  dispatchEvent(new Event('input'));
  did.mockReset();
  // Leaves room beside a dialog.
  await page.viewport(1440, 900);
  mount(content);
  await expect.poll(() => document.querySelector('main button')).not.toBeNull();
  return document.querySelector('main button') as HTMLElement;
}

const done = () => did.mock.calls.flat();

for (const by of ['mouse', 'finger'] as const) {
  for (const [name, { content, first, again }] of Object.entries(screens)) {
    test(`R519 a double press with a ${by} on a button that ${name} is one press, and a later press is another`, async () => {
      const button = await start(content);
      const place = button.getBoundingClientRect();
      const atMs = performance.now();
      await pressOnce(place, by, { atMs });
      await expect.poll(done).toEqual([first]);
      for (const times of [1, 2, 3])
        await pressOnce(place, by, { atMs: atMs + times * secondAfterMs, count: times + 1 });
      expect(done()).toEqual([first]);
      await pressOnce(place, by, { atMs: atMs + 3 * secondAfterMs + onPurposeAfterMs });
      await expect.poll(done).toEqual([first, again]);
    });
  }

  test(`R519 a button that steps is pressed with a ${by} as often as one likes`, async () => {
    const button = await start(
      <button type="button" onClick={() => did('step')}>
        Later week
      </button>,
    );
    const atMs = performance.now();
    for (const times of [0, 1, 2])
      await pressOnce(button.getBoundingClientRect(), by, { atMs: atMs + times * secondAfterMs, count: times + 1 });
    await expect.poll(done).toEqual(['step', 'step', 'step']);
  });

  test(`R519 a label and its box that are pressed with a ${by} are ticked at once, and at once again`, async () => {
    const label = await start(
      <>
        <button type="button">Beside</button>
        <label>
          <input type="checkbox" onChange={({ currentTarget }) => did(`${currentTarget.checked}`)} /> Leased
        </label>
      </>,
    );
    const place = (label.nextElementSibling as HTMLElement).getBoundingClientRect();
    const atMs = performance.now();
    for (const times of [0, 1]) await pressOnce(place, by, { atMs: atMs + times * secondAfterMs, count: times + 1 });
    await expect.poll(done).toEqual(['true', 'false']);
  });
}

test('R519 Enter twice on a button that sends is one press, and Enter on the next one after Tab is another', async () => {
  const button = await start(
    <>
      <SendButton />
      <button type="button" onClick={() => did('other')}>
        Other
      </button>
    </>,
  );
  button.focus();
  const atMs = performance.now();
  await pressKey('Enter', atMs);
  await pressKey('Enter', atMs + secondAfterMs);
  await pressKey('Tab', atMs + secondAfterMs);
  await pressKey('Enter', atMs + secondAfterMs);
  await expect.poll(done).toEqual(['sent', 'other']);
});

test('R519 Enter twice on a button that gives the focus to another one is one press', async () => {
  const button = await start(<Focusing />);
  button.focus();
  const atMs = performance.now();
  await pressKey('Enter', atMs);
  await expect.poll(() => document.activeElement?.textContent).toBe('RouteOne');
  await pressKey('Enter', atMs + secondAfterMs);
  expect(done()).toEqual(['opened']);
  await pressKey('Enter', atMs + secondAfterMs + onPurposeAfterMs);
  await expect.poll(done).toEqual(['opened', 'chosen']);
});

test('R519 Enter that is held on a button that sends is one press, however late the keyboard repeats it', async () => {
  const button = await start(<SendButton />);
  button.focus();
  const atMs = performance.now();
  await holdKey('Enter', [atMs, atMs + 500, atMs + 530, atMs + 1800]);
  expect(done()).toEqual(['sent']);
});

test('R519 a press beside a button is none of it', async () => {
  const button = await start(
    <p>
      <button type="button" onClick={() => did('pressed')}>
        RouteOne
      </button>
    </p>,
  );
  const place = button.getBoundingClientRect();
  const atMs = performance.now();
  await pressOnce(new DOMRect(place.right + 2, place.top, 4, place.height), 'mouse', { atMs });
  const inside = new DOMRect(place.right - 6, place.top, 4, place.height);
  await pressOnce(inside, 'mouse', { atMs: atMs + secondAfterMs, count: 2 });
  await expect.poll(done).toEqual(['pressed']);
});

test('R519 a box that sends when it is ticked stays ticked when it is pressed twice', async () => {
  const beside = await start(
    <>
      <button type="button">Beside</button>
      <label>
        <input
          type="checkbox"
          onChange={({ currentTarget }) => {
            did(`${currentTarget.checked}`);
            noteWrite();
          }}
        />{' '}
        Title signed
      </label>
    </>,
  );
  const place = (beside.nextElementSibling as HTMLElement).getBoundingClientRect();
  const atMs = performance.now();
  await pressOnce(place, 'finger', { atMs });
  await expect.poll(done).toEqual(['true']);
  await pressOnce(place, 'finger', { atMs: atMs + secondAfterMs });
  expect(done()).toEqual(['true']);
});

test('R519 a finger presses at once what it likes after a key was held', async () => {
  const first = await start(
    <>
      <button type="button" onClick={() => did('one')}>
        One
      </button>
      <button type="button" onClick={send}>
        Accept
      </button>
    </>,
  );
  const accept = first.nextElementSibling as HTMLElement;
  const atMs = performance.now();
  await holdKey('Backspace', [atMs, atMs + 500, atMs + 530]);
  const after = (ms: number) => ({ atMs: atMs + 1000 + ms });
  await pressOnce(first.getBoundingClientRect(), 'finger', after(0));
  await pressOnce(accept.getBoundingClientRect(), 'finger', after(2000));
  await pressOnce(accept.getBoundingClientRect(), 'finger', after(4000));
  await expect.poll(done).toEqual(['one', 'sent', 'sent']);
});

test('R519 Space that is held for long presses each time', async () => {
  const button = await start(<SendButton />);
  button.focus();
  const atMs = performance.now();
  for (const afterMs of [0, 2000]) await holdKey(' ', [atMs + afterMs, atMs + afterMs + 500, atMs + afterMs + 600]);
  await expect.poll(done).toEqual(['sent', 'sent']);
});

for (const by of ['mouse', 'finger'] as const) {
  test(`R519 who hammers with a ${by} because nothing happens is heard again after a second`, async () => {
    const button = await start(<SendButton />);
    const place = button.getBoundingClientRect();
    const atMs = performance.now();
    await pressOnce(place, by, { atMs });
    await expect.poll(done).toEqual(['sent']);
    for (const times of [1, 2, 3, 4, 5, 6, 7])
      await pressOnce(place, by, { atMs: atMs + times * secondAfterMs, count: times + 1 });
    expect(done()).toEqual(['sent']);
    await pressOnce(place, by, { atMs: atMs + 8 * secondAfterMs, count: 9 });
    await expect.poll(done).toEqual(['sent', 'sent']);
  });
}
