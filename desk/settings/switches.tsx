import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '#client/ui/Button.tsx';
import { type SettingsView, setSharedCode, setTextAgent } from '#contract/desk/setting-endpoints.ts';
import { paths } from '../app/paths.ts';
import { Confirm } from '../ui/Confirm.tsx';
import { type PartTools, pressSetting, type SettingChange } from './change.ts';

const onOff = (on: boolean): string => (on ? 'On' : 'Off');

const Standing = ({ on, words }: { on: boolean; words: string }) => (
  <p className="setting-standing" data-on={on || undefined}>
    <strong>{onOff(on)}</strong> <span className="soft">{words}</span>
  </p>
);

/** Switches Text Agent on and off. Not on while a request would reach nobody by text or mail; the reason is beside the button. */
export function TextAgent({ setting, ...tools }: { setting: SettingsView['textAgent'] } & PartTools) {
  const { on, version, nobodyReached } = setting;
  const [busy, setBusy] = useState(false);
  const turn = async (next: boolean) => {
    setBusy(true);
    const change: SettingChange<typeof setTextAgent> = {
      endpoint: setTextAgent,
      setting: 'textAgent',
      version,
      body: () => ({ on: next }),
      compare: ({ textAgent }) => [{ label: 'Text Agent', theirs: onOff(textAgent.on), mine: onOff(next) }],
      done: `Text Agent is ${next ? 'on' : 'off'}.`,
    };
    await pressSetting(change, tools);
    setBusy(false);
  };
  return (
    <>
      <Standing
        on={on}
        words={on ? 'Dealerships may ask for an agent by text, at once.' : 'The portal says “Coming Soon”.'}
      />
      {nobodyReached !== null && (
        <p className="setting-why">
          {on
            ? 'A request would reach nobody by text or mail.'
            : 'It cannot be switched on: a request would reach nobody by text or mail.'}{' '}
          {nobodyReached} <Link href={paths.people}>See who is on shift</Link>
        </p>
      )}
      <p>
        {on ? (
          <Button aria-disabled={busy} onClick={() => busy || void turn(false)}>
            Switch Text Agent off
          </Button>
        ) : (
          <Button
            look="primary"
            disabled={nobodyReached !== null}
            aria-disabled={busy}
            onClick={() => busy || void turn(true)}
          >
            Switch Text Agent on
          </Button>
        )}
      </p>
    </>
  );
}

/**
 * Allows or ends shared codes. Ending them ends their sessions, so it asks first. The question says so when no dealership has a
 * code of its own, because then nobody could open the portal.
 */
export function SharedCode({ setting, ...tools }: { setting: SettingsView['sharedCode'] } & PartTools) {
  const { on, version, anyOwnCode } = setting;
  const turn = async (next: boolean) => {
    const change: SettingChange<typeof setSharedCode> = {
      endpoint: setSharedCode,
      setting: 'sharedCode',
      version,
      body: () => ({ on: next, force: !next && !anyOwnCode }),
      compare: ({ sharedCode }) => [{ label: 'Shared codes', theirs: onOff(sharedCode.on), mine: onOff(next) }],
      done: next ? 'Shared codes may be issued again.' : 'Every shared code has ended, with its sessions.',
    };
    await pressSetting(change, tools);
  };
  return (
    <>
      <Standing
        on={on}
        words={on ? 'One code may open the portal for every dealership.' : 'Each dealership needs a code of its own.'}
      />
      <div className="row-of-buttons">
        {on ? (
          // Another question is asked anew: who has read the first one has not agreed to the second.
          <Confirm
            key={String(anyOwnCode)}
            question={
              anyOwnCode
                ? 'End every shared code now? Whoever is in the portal with one is out within a second.'
                : 'No dealership has a code of its own: nobody could open the portal until you issue one. End shared codes all the same?'
            }
            confirmLabel="End shared codes"
            cancelLabel="Leave them"
            onConfirm={() => turn(false)}
          >
            End shared codes
          </Confirm>
        ) : (
          <Button onClick={() => void turn(true)}>Allow shared codes</Button>
        )}
      </div>
    </>
  );
}
