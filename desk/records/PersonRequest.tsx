import '../people/people.css';
import './records.css';
import { useState } from 'react';
import { Link } from 'wouter';
import { isolated } from '#client/lib/isolated.ts';
import { Button } from '#client/ui/Button.tsx';
import {
  type ErasableKind,
  type ErasureReason,
  erasureReasons,
  isErasableKind,
  itemKindNames,
  personRequestSizes,
  soughtBy,
  whyKept,
} from '#contract/desk/person-request.ts';
import {
  type CertificateRow,
  eraseItems,
  type FoundItemView,
  type FoundPerson,
  findPerson,
} from '#contract/desk/person-request-endpoints.ts';
import { dealershipAddress, leadAddress, messageAddress, paths, requestAddress } from '../app/paths.ts';
import { optionsOf } from '../lib/options.ts';
import { failureText } from '../lib/request.ts';
import { sendDesk } from '../lib/send.ts';
import { dateIn, deskZone } from '../lib/times.ts';
import { Confirm } from '../ui/Confirm.tsx';
import { useExport } from '../ui/ExportButton.tsx';
import { TextInput } from '../ui/fields.tsx';
import { FilterSelect } from '../ui/filter-fields.tsx';
import { Said, type Say, useSaid } from '../ui/Said.tsx';
import { SendForm, takeResult, textOf } from '../ui/SendForm.tsx';
import { CertificateFacts, Certificates } from './Certificates.tsx';

const keyOf = ({ kind, id }: Pick<FoundItemView, 'kind' | 'id'>): string => `${kind}:${id}`;

function addressOf({ about: { kind, id } }: FoundItemView): string {
  if (kind === 'lead') return leadAddress(id);
  if (kind === 'dealership') return dealershipAddress(id);
  if (kind === 'message') return messageAddress(id);
  if (kind === 'setting') return id === 'first-hour' ? paths.firstHour : paths.settings;
  return kind === 'person' ? paths.people : requestAddress(id);
}

const isChoosable = ({ kind, kept }: FoundItemView): boolean => kept === null && isErasableKind(kind);

/** A day with its year, for things that may be years old. */
const Since = ({ at }: { at: string }) => (
  <time dateTime={at} className="numerals">
    {dateIn(deskZone, at)}
  </time>
);

interface ItemRowProps {
  item: FoundItemView;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
}

/** One thing that was found: whether it is chosen, what it is, and where in it the person was found. */
function ItemRow({ item, chosen, onChoose }: ItemRowProps) {
  const { reference, title, at, matches, kept, kind } = item;
  const name = [itemKindNames[kind], reference].filter(Boolean).join(' ');
  return (
    <li className="found-item">
      <label className="tick">
        <input type="checkbox" checked={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.checked)} />
        <span>
          <strong>{name}</strong> {title}
        </span>
      </label>
      <p className="soft">
        <Since at={at} /> · found in {matches.join(', ')} · <Link href={addressOf(item)}>Open {name}</Link>
      </p>
      {kept !== null && <p className="found-kept">Stays: {whyKept(kept)}</p>}
    </li>
  );
}

/** Downloads the chosen things for the person: as a page to read, or as JSON. */
function GiveButtons({ items, onSaid }: { items: readonly FoundItemView[]; onSaid: Say }) {
  const { preparing, begin } = useExport(onSaid);
  const says = 'Your browser downloads the file. It holds all that is kept of what you chose.';
  const give = (format: 'html' | 'json') => begin('person', { items: items.map(keyOf).join(' '), format }, says);
  return (
    <>
      <Button aria-disabled={preparing} onClick={() => void give('html')}>
        Download as a page
      </Button>
      <Button aria-disabled={preparing} onClick={() => void give('json')}>
        Download as JSON
      </Button>
    </>
  );
}

interface EraseProps {
  items: readonly FoundItemView[];
  /** The text of the search, and everything that it found. */
  search: { readonly text: string; readonly shown: readonly FoundItemView[] };
  onSaid: Say;
  onErased: (certificate: CertificateRow) => void;
}

/** Erases the chosen things. It asks for a reason and for a confirmation first. */
function EraseChosen({ items, search, onSaid, onErased }: EraseProps) {
  const [reason, setReason] = useState<ErasureReason>('asked');
  const erasable = items.filter((item): item is FoundItemView & { kind: ErasableKind } => isChoosable(item));
  const left = items.length - erasable.length;
  const what = erasable.length === 1 ? 'one thing' : `${erasable.length} things`;
  const erase = async () => {
    const result = await sendDesk(eraseItems, {
      body: {
        items: erasable.map(({ kind, id }) => ({ kind, id })),
        reason,
        search: { text: search.text, shown: search.shown.map(({ kind, id }) => ({ kind, id })) },
      },
    });
    if (result.kind === 'ok') onErased(result.value);
    else if (result.kind === 'late') {
      const names = result.value.kept.map(({ kind, because }) => `${itemKindNames[kind]}: ${whyKept(because)}`);
      onSaid('stop', `Nothing was erased. ${names.join(' ')}`);
    } else if ((result as { name?: unknown }).name !== 'proofNeeded') onSaid('stop', failureText(result));
  };
  if (erasable.length === 0) return null;
  return (
    <div className="erase-chosen">
      <FilterSelect label="Why it is erased" value={reason} onChange={setReason} options={optionsOf(erasureReasons)} />
      <div className="row-of-buttons">
        <Confirm
          question={`Erase ${what} found by “${isolated(search.text)}” for good? Nobody can bring it back.${left > 0 ? ` ${left} of what you chose stays.` : ''}`}
          confirmLabel="Erase for good"
          onConfirm={() => erase()}
        >
          Erase {what}
        </Confirm>
      </div>
    </div>
  );
}

interface FoundProps {
  found: FoundPerson;
  text: string;
  onErased: (certificate: CertificateRow) => void;
}

const { items: most } = personRequestSizes;

/** Says how many may be chosen at once, when more were found. */
function limitText(found: number, chosen: number): string | undefined {
  if (chosen > most) return `At most ${most} at once, and ${chosen} are chosen: untick ${chosen - most}.`;
  return found > most ? `At most ${most} at once: search again afterwards for the rest.` : undefined;
}

function foundText({ by, items, text }: FoundPerson & { readonly text: string }): string {
  if (items.length === 0) return `Nothing is kept about this person under ${soughtBy[by]} like “${isolated(text)}”.`;
  return `${items.length === 1 ? '1 thing' : `${items.length} things`} found by ${soughtBy[by]}: “${isolated(text)}”.`;
}

function Found({ found: { items, more }, text, onErased }: FoundProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(items.filter(isChoosable).slice(0, most).map(keyOf)),
  );
  const [said, say] = useSaid();
  const choose = (item: FoundItemView, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(keyOf(item));
    else next.delete(keyOf(item));
    setChosen(next);
  };
  const people = items.filter(({ kind }) => kind !== 'staff');
  const staff = items.filter(({ kind }) => kind === 'staff');
  const wanted = items.filter((item) => chosen.has(keyOf(item)));
  const limit = limitText(items.filter(isChoosable).length, wanted.length);
  const list = (part: readonly FoundItemView[]) => (
    <ul className="ruled">
      {part.map((item) => (
        <ItemRow
          key={keyOf(item)}
          item={item}
          chosen={chosen.has(keyOf(item))}
          onChoose={(isChosen) => choose(item, isChosen)}
        />
      ))}
    </ul>
  );
  return (
    <section aria-label="What was found" className="found">
      {more.length > 0 && (
        <p className="found-kept">
          There is more of: {more.map((kind) => itemKindNames[kind]).join(', ')}. Search for something more exact.
        </p>
      )}
      {limit && <p className="found-kept">{limit}</p>}
      {people.length > 0 && list(people)}
      {staff.length > 0 && (
        <>
          <h3>People of the staff</h3>
          {list(staff)}
        </>
      )}
      <Said said={said} />
      {wanted.length > 0 && wanted.length <= most && (
        <>
          <div className="row-of-buttons">
            <GiveButtons items={wanted} onSaid={say} />
          </div>
          <EraseChosen items={wanted} search={{ text, shown: items }} onSaid={say} onErased={onErased} />
        </>
      )}
    </section>
  );
}

/** The button that had the focus is gone. */
const focusOn = (heading: HTMLElement | null) => heading?.focus();

/** Handles the request of a person who asks what is kept about them: finds it, downloads it, erases it. */
export function PersonRequest() {
  const [found, setFound] = useState<FoundPerson & { readonly text: string }>();
  const [erased, setErased] = useState<CertificateRow>();
  const showErased = (certificate: CertificateRow) => {
    setErased(certificate);
    // It names people who were erased just now.
    setFound(undefined);
  };
  const find = async (data: FormData) => {
    setErased(undefined);
    setFound(undefined);
    const text = textOf(data, 'text');
    const show = (person: FoundPerson) => setFound({ ...person, text });
    return takeResult(await sendDesk(findPerson, { body: { text } }), show, { tooShort: 'text' });
  };
  return (
    <div className="records">
      <section aria-labelledby="find-person">
        <h2 id="find-person">Find a person</h2>
        <p className="soft">
          An e-mail address, a telephone number in any spelling, or a name. What you search for is not logged.
        </p>
        <SendForm submit="Find" sending="Looking" draft={null} onSend={find}>
          <TextInput name="text" label="Who" spellCheck={false} maxLength={personRequestSizes.sought} />
        </SendForm>
      </section>
      <div role="status">{found && <p>{foundText(found)}</p>}</div>
      {erased ? (
        <section aria-labelledby="erased-now" className="found">
          <h2 id="erased-now" ref={focusOn} tabIndex={-1}>
            Erased
          </h2>
          <CertificateFacts certificate={erased} />
        </section>
      ) : (
        found && <Found found={found} text={found.text} onErased={showErased} />
      )}
      <Certificates />
    </div>
  );
}
