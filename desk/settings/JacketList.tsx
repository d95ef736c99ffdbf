import { useRef, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { type SettingsView, setJacket } from '#contract/desk/setting-endpoints.ts';
import { settingLimits } from '#contract/desk/settings.ts';
import { mintId } from '#contract/reference.ts';
import { usePress } from '../lib/use-press.ts';
import { OvertakenNote, useDraftValue } from '../ui/Draft.tsx';
import { type PartTools, refusalOf, type SettingChange, sendSetting } from './change.ts';

interface Item {
  /** Null for a new item. */
  readonly item: string | null;
  readonly label: string;
  /** The React key of the row while it is edited. */
  readonly key: string;
}

const editable = ({ items }: SettingsView['jacket']): readonly Item[] =>
  items.map((one) => ({ ...one, key: one.item }));

const listed = (items: readonly { readonly label: string }[]): string => items.map(({ label }) => label).join(', ');

const listLabel = 'Items, in order';

/**
 * Edits the items of the jacket as one list, which is saved as a whole. Requests on which a retired item was ticked still show it.
 */
export function JacketList({ setting, ...tools }: { setting: SettingsView['jacket'] } & PartTools) {
  // The draft holds the jacket from which it was made. What others save during the edit is shown when Save is pressed.
  const list = useDraftValue('setting jacket', { seen: setting, items: editable(setting) }, (typed) => [
    { label: listLabel, now: listed(setting.items), mine: listed(typed.items) },
  ]);
  const { seen, items } = list.value;
  const { version, items: stored, retired } = seen;
  const setItems = (next: readonly Item[]) => list.change({ seen, items: next });
  const [moved, setMoved] = useState('');
  const rows = useRef<HTMLOListElement>(null);
  const isChanged =
    items.length !== stored.length ||
    items.some(({ item, label }, at) => item !== stored[at]?.item || label !== stored[at]?.label);
  if (setting.version !== version && !isChanged) list.begin({ seen: setting, items: editable(setting) });
  const out = retired.filter(({ item }) => !items.some((one) => one.item === item));
  const gone = stored.filter(({ item }) => !items.some((one) => one.item === item));

  const move = (at: number, by: 1 | -1, button: HTMLElement) => {
    const next = [...items];
    const [one] = next.splice(at, 1);
    if (!one || items[at + by] === undefined) return;
    next.splice(at + by, 0, one);
    setItems(next);
    // A row that is moved in the document loses the focus.
    requestAnimationFrame(() => button.focus());
    setMoved(`${one.label} is now ${at + by + 1} of ${next.length}.`);
  };
  const retire = (at: number) => {
    setItems(items.filter((_, index) => index !== at));
    // The pressed button is gone: the focus goes to the row that takes its place, or to the last one.
    requestAnimationFrame(() => {
      const buttons = rows.current?.querySelectorAll<HTMLElement>('.jacket-buttons > :last-child') ?? [];
      (buttons[Math.min(at, buttons.length - 1)] ?? rows.current)?.focus();
    });
  };
  const add = (item: string | null, label: string) => {
    setItems([...items, { item, label, key: item ?? mintId() }]);
    requestAnimationFrame(() => rows.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus());
  };
  /** The rows as rows of the list that is stored now: an item that was new has its id there. */
  const onto = (sent: readonly Item[], stands: SettingsView['jacket']) => (newer: { items: readonly Item[] }) => ({
    seen: stands,
    items: newer.items.map((one) => ({
      ...one,
      item: one.item ?? stands.items[sent.findIndex(({ key }) => key === one.key)]?.item ?? null,
    })),
  });
  const { busy, fault, attempt, press } = usePress(async () => {
    let stands = setting;
    let [sent, taken] = [items, list.send()];
    const onDone: PartTools['onDone'] = (...stored) => {
      const hasMore = taken({ seen: stands, items: editable(stands) }, onto(sent, stands));
      (hasMore ? tools.onStored : tools.onDone)(...stored);
    };
    const change: SettingChange<typeof setJacket> = {
      endpoint: setJacket,
      setting: 'jacket',
      version,
      body: (now) => {
        // Somebody else was first. What the person decides about is the list with all that they changed until then.
        if (now) [sent, taken] = [list.newest().items, list.send()];
        return { items: sent.map(({ item, label }) => ({ item, label })) };
      },
      compare: ({ jacket }) => {
        stands = jacket;
        return [{ label: listLabel, theirs: listed(jacket.items), mine: listed(list.newest().items) }];
      },
      done: 'The jacket is saved.',
    };
    return refusalOf(await sendSetting(change, { ...tools, onDone }));
  });
  return (
    <>
      <OvertakenNote overtaken={list.overtaken} />
      <ol className="jacket-items" ref={rows} tabIndex={-1}>
        {items.map(({ key, label }, at) => (
          <li key={key}>
            <input
              className="control"
              aria-label={`Item ${at + 1}`}
              value={label}
              maxLength={settingLimits.jacketLabel}
              onChange={({ currentTarget: { value } }) =>
                setItems(items.map((one, index) => (index === at ? { ...one, label: value } : one)))
              }
            />
            <span className="jacket-buttons">
              <Button
                look="quiet"
                aria-disabled={at === 0 || undefined}
                onClick={({ currentTarget }) => move(at, -1, currentTarget)}
              >
                Up<span className="visually-hidden">: {label}</span>
              </Button>
              <Button
                look="quiet"
                aria-disabled={at === items.length - 1 || undefined}
                onClick={({ currentTarget }) => move(at, 1, currentTarget)}
              >
                Down<span className="visually-hidden">: {label}</span>
              </Button>
              <Button look="quiet" onClick={() => retire(at)}>
                Retire<span className="visually-hidden">: {label}</span>
              </Button>
            </span>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {moved}
      </p>
      <div className="row-of-buttons">
        {items.length < settingLimits.jacketItems && <Button onClick={() => add(null, '')}>Add an item</Button>}
        <Button look="primary" disabled={!isChanged} aria-disabled={busy} onClick={press}>
          {busy ? 'Saving…' : 'Save the jacket'}
        </Button>
        {isChanged && (
          <Button look="quiet" onClick={tools.onBeginAnew}>
            Discard
          </Button>
        )}
      </div>
      {gone.length > 0 && (
        <p className="soft">
          Retired when you save: {gone.map(({ label }) => label).join(', ')}. Requests on which it was ticked go on
          showing it.
        </p>
      )}
      <Alert tone="stop" shown={fault !== undefined} attempt={attempt}>
        <p>{fault}</p>
      </Alert>
      {out.length > 0 && (
        <details className="fold">
          <summary>Retired items ({out.length})</summary>
          <ul className="lines">
            {out.map(({ item, label }) => (
              <li key={item}>
                <span className="line-main">{label}</span>
                <Button look="quiet" onClick={() => add(item, label)}>
                  Bring back<span className="visually-hidden">: {label}</span>
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
