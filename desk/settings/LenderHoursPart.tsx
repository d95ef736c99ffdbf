import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { type SettingsView, setLenderHours, settingRefusals } from '#contract/desk/setting-endpoints.ts';
import {
  type LenderDay,
  type LenderHours,
  lenderDayIds,
  lenderDays,
  type OpenHours,
  settingLimits,
} from '#contract/desk/settings.ts';
import { isSame } from '../lib/own-changes.ts';
import { useInPlace } from '../lib/use-in-place.ts';
import type { ConflictField } from '../ui/EditConflict.tsx';
import { TextInput } from '../ui/fields.tsx';
import type { Say } from '../ui/Said.tsx';
import { type Fault, LeaveButton, SendForm, textOf } from '../ui/SendForm.tsx';
import { type PartTools, type SettingChange, sendSetting } from './change.ts';
import { hoursText, weekText } from './hours.ts';
import { usePart } from './use-part.tsx';

/** A time of a clock, such as `8:00` or `23:59`. */
const clock = '(?:[01]?\\d|2[0-3]):[0-5]\\d';
const spanForm = new RegExp(`^(${clock})\\s*[-–]\\s*(${clock}|24:00)$`);

/** Reads `08:00-21:00` or `8:00 – 21:00`. Null for an empty text or `closed`; otherwise why it is refused. */
function readSpan(typed: string): OpenHours | null | string {
  if (typed === '' || typed.toLowerCase() === 'closed') return null;
  const [, from, until] = spanForm.exec(typed) ?? [];
  if (!from || !until) return 'Write it as 08:00-21:00, or leave it empty.';
  const span = { from: from.padStart(5, '0'), until: until.padStart(5, '0') };
  return span.from < span.until ? span : settingRefusals.badHours.text;
}

const spanText = (hours: OpenHours | null | undefined): string => (hours ? `${hours.from}-${hours.until}` : '');

interface EditorProps {
  setting: SettingsView['lenderHours'];
  lender: string;
  tools: PartTools;
}

const draftOf = (lender: string): string => `lender ${lender}`;

/** The editable fields of a lender in words, by their labels. */
const fieldsOf = (hours: LenderHours | undefined): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(lenderDayIds.map((day) => [lenderDays[day], hours ? hoursText(hours[day]) : ''])),
  'Time zone': hours?.zone ?? '',
  Note: hours?.note ?? '',
});

const beside = (theirs: LenderHours | undefined, mine: LenderHours): ConflictField[] => {
  const theirFields = fieldsOf(theirs);
  return Object.entries(fieldsOf(mine)).map(([label, text]) => ({
    label,
    theirs: theirFields[label] ?? '',
    mine: text,
  }));
};

/** The hours of a lender as they are typed, or why they cannot be saved. */
function hoursIn(data: FormData, lender: string): LenderHours | Fault {
  const spans: Partial<Record<LenderDay, OpenHours | null>> = {};
  for (const day of lenderDayIds) {
    const span = readSpan(textOf(data, day));
    if (typeof span === 'string') return { field: day, text: span };
    spans[day] = span;
  }
  return {
    lender,
    zone: textOf(data, 'zone'),
    weekdays: spans.weekdays ?? null,
    saturday: spans.saturday ?? null,
    sunday: spans.sunday ?? null,
    note: textOf(data, 'note'),
  };
}

function Editor({ setting, lender, tools }: EditorProps) {
  // The hours from which the form was filled in, or which it has stored. They stay the same when others save meanwhile.
  const [seen, setSeen] = useState(setting);
  const { version, hours } = seen;
  const now = hours.find((one) => one.lender === lender);
  const send = async (data: FormData, newest: () => FormData): Promise<Fault | undefined> => {
    const typed = hoursIn(data, lender);
    if ('text' in typed) return typed;
    let one = typed;
    let stored = seen;
    const change: SettingChange<typeof setLenderHours> = {
      endpoint: setLenderHours,
      setting: 'lenderHours',
      version,
      body: (stands) => ({
        hours: [...(stands?.lenderHours.hours ?? hours).filter((each) => each.lender !== lender), one],
      }),
      compare: ({ lenderHours }) => {
        stored = lenderHours;
        const theirs = lenderHours.hours.find((each) => each.lender === lender);
        const isTheirs = !isSame(fieldsOf(theirs), fieldsOf(now));
        const typedSince = hoursIn(newest(), lender);
        if (isTheirs && !('text' in typedSince)) one = typedSince;
        return isTheirs ? beside(theirs, one) : [];
      },
      done: `${lender} is saved.`,
    };
    const fault = await sendSetting(change, { ...tools, onDone: tools.onStored });
    if (!fault) setSeen(stored);
    return fault;
  };
  return (
    <SendForm
      submit="Save"
      draft={draftOf(lender)}
      onSend={send}
      onSent={tools.onBeginAnew}
      discards
      beside={
        <LeaveButton look="quiet" onLeave={tools.onBeginAnew}>
          Cancel
        </LeaveButton>
      }
    >
      <div className="hours-fields">
        {lenderDayIds.map((day) => (
          <TextInput
            key={day}
            name={day}
            label={lenderDays[day]}
            optional
            defaultValue={spanText(now?.[day])}
            spellCheck={false}
            maxLength={20}
          />
        ))}
      </div>
      <TextInput
        name="zone"
        label="Time zone"
        help="For example America/Chicago"
        defaultValue={now?.zone ?? 'America/New_York'}
        spellCheck={false}
        maxLength={64}
      />
      <TextInput
        name="note"
        label="Note"
        optional
        defaultValue={now?.note ?? ''}
        maxLength={settingLimits.lenderNote}
      />
    </SendForm>
  );
}

interface LineProps extends Omit<EditorProps, 'tools'> {
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
  onSaid: Say<SettingsView>;
}

/** A lender and its hours, or the form that edits them. */
function Line({ isOpen, onOpen, onClose, onSaid, ...edited }: LineProps) {
  const { setting, lender } = edited;
  const { isSecond, inPlace } = usePart(draftOf(lender), onSaid, onClose);
  const { place, button } = useInPlace<HTMLLIElement>(isOpen);
  const one = setting.hours.find((each) => each.lender === lender);
  if (isOpen || isSecond) {
    return (
      <li className="is-open" ref={place}>
        <span className="line-main">{lender}</span>
        {inPlace((tools) => (
          <Editor {...edited} tools={tools} />
        ))}
      </li>
    );
  }
  return (
    <li>
      <span className="line-main">
        {lender}
        {one && <span className="line-note">{`${weekText(one)} (${one.zone})`}</span>}
        {one?.note && <span className="line-note">{one.note}</span>}
      </span>
      <Button look="quiet" ref={button} onClick={onOpen}>
        {one ? 'Change' : 'Add hours'}
        <span className="visually-hidden"> of {lender}</span>
      </Button>
    </li>
  );
}

/** Every lender of the brand with its hours. One at a time is edited in its place. */
export function LenderHoursPart({
  setting,
  onSaid,
}: {
  setting: SettingsView['lenderHours'];
  onSaid: Say<SettingsView>;
}) {
  const [open, setOpen] = useState<string>();
  return (
    <ul className="lines lenders">
      {setting.lenders.map((lender) => (
        <Line
          key={lender}
          setting={setting}
          lender={lender}
          isOpen={open === lender}
          onOpen={() => setOpen(lender)}
          onClose={() => setOpen((now) => (now === lender ? undefined : now))}
          onSaid={onSaid}
        />
      ))}
    </ul>
  );
}
