import { useId, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { type Shortcut, setKeysOn, useKeysOn, useShortcutList, useShortcuts } from '../lib/keys.ts';
import { NoteDialog } from '../ui/NoteDialog.tsx';
import { paths } from './paths.ts';

/** The field that `/` goes to: a screen marks its search with this attribute. */
const searchField = '[data-search]';

/** The keys of every list (`lib/use-list-keys.ts`). The deal board adds `boardKeys`. */
const listKeys = [
  { key: '↑ ↓', says: 'Move between rows' },
  { key: 'Enter', says: 'Open the row' },
  { key: 'Esc', says: 'Go back to the row' },
] as const;
const boardKeys = [{ key: 'a', says: 'Accept the request of the row' }] as const;

function KeyList({ shortcuts }: { shortcuts: readonly Pick<Shortcut, 'key' | 'says'>[] }) {
  return (
    <dl className="keys">
      {shortcuts.map(({ key, says }) => (
        <div key={`${key} ${says}`}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The keys that work on every screen, and the help that lists all of them. */
export function KeysDialog() {
  const [open, setOpen] = useState(false);
  const [, navigate] = useLocation();
  const on = useKeysOn();
  const tickId = useId();
  const shell = useMemo<readonly Shortcut[]>(
    () => [
      { key: '?', says: 'Keyboard shortcuts', onPress: () => setOpen(true) },
      {
        key: '/',
        says: 'Search on this screen',
        onPress: () => document.querySelector<HTMLElement>(searchField)?.focus(),
      },
      { key: 'b', says: 'Deal board', onPress: () => navigate(paths.board) },
    ],
    [navigate],
  );
  useShortcuts(shell);
  const shortcuts = useShortcutList();
  return (
    <NoteDialog
      open={open}
      title="Keyboard shortcuts"
      closeLabel="Close"
      closesOutside={() => true}
      onClose={() => setOpen(false)}
    >
      <KeyList shortcuts={shortcuts} />
      <h3>In a list</h3>
      <KeyList shortcuts={listKeys} />
      <h3>On the deal board</h3>
      <KeyList shortcuts={boardKeys} />
      <p className="tick">
        <input
          id={tickId}
          type="checkbox"
          checked={on}
          onChange={({ currentTarget }) => setKeysOn(currentTarget.checked)}
        />
        <label htmlFor={tickId}>Use single-key shortcuts. Switch this off if you control the computer by voice.</label>
      </p>
    </NoteDialog>
  );
}
