import { type SubmitEvent, useState } from 'react';
import { Dialog } from '#client/ui/Dialog.tsx';
import { dealLimits, dealStageNames, dealStages } from '#contract/desk/board.ts';
import type { BoardPerson } from '#contract/desk/board-schemas.ts';
import type { HandOffBody, RequestRecord } from '#contract/desk/record-schemas.ts';
import { draftValue, keepDraftValue, keptByForm } from '../lib/drafts.ts';
import { OvertakenNote, useDraft } from '../ui/Draft.tsx';
import { Line, Lines, ProductTicks } from './DealFields.tsx';
import { DialogEnd } from './DialogEnd.tsx';
import { readHandOff } from './deal-form.ts';
import { presenceText } from './presence.ts';

interface HandOffDialogProps {
  open: boolean;
  record: RequestRecord;
  /** The people to whom the request can be handed off, without the signed-in person. */
  people: readonly BoardPerson[];
  /** Resolves to why it was not handed off; undefined when it was. */
  onHandOff: (body: HandOffBody) => Promise<string | undefined>;
  onClose: () => void;
}

type Chosen = Pick<BoardPerson, 'id' | 'name'>;

/**
 * The chosen person. The choice survives a reload. It also survives a list of people that loads later or changes meanwhile: the
 * choice never becomes another person.
 */
function useChosen(draft: string, people: readonly BoardPerson[]) {
  const [chosen, setChosen] = useState(() => draftValue(draft) as Chosen | undefined);
  const isKnown = chosen === undefined || people.some(({ id }) => id === chosen.id);
  return {
    chosen,
    isKnown,
    /** The list is loaded, and the chosen person is not in it. */
    isGone: !isKnown && people.length > 0,
    choose(id: string) {
      const person = people.find((one) => one.id === id);
      const next = person && { id, name: person.name };
      setChosen(next);
      keepDraftValue(draft, next);
    },
  };
}

/** Asks who takes over a deal, and what they must know. */
export function HandOffDialog({ open, record, people, onHandOff, onClose }: HandOffDialogProps) {
  const [failed, setFailed] = useState<string>();
  const [sending, setSending] = useState(false);
  const { deal, stage } = record;
  const draft = `hand-off ${record.id}`;
  const { form, overtaken, keep, begin } = useDraft(draft);
  const { chosen, isKnown, isGone, choose } = useChosen(draft, people);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    if (isGone) return setFailed(`${chosen?.name} takes no requests any more. Choose somebody else.`);
    setSending(true);
    const taken = begin();
    const why = await onHandOff(readHandOff(new FormData(event.currentTarget)));
    if (why === undefined) taken();
    setFailed(why);
    setSending(false);
  };
  return (
    <Dialog
      open={open}
      title={`Hand off ${record.dealershipName}`}
      material="night"
      closeLabel="Back to the request"
      sending={sending}
      onClose={onClose}
    >
      <form ref={form} className="deal-form" noValidate onInput={keep} onSubmit={(event) => void submit(event)}>
        <OvertakenNote overtaken={overtaken} />
        <div className="field-pair">
          <div className="field">
            <label className="field-label" htmlFor="hand-off-to">
              To
            </label>
            <div className="choice">
              <select
                {...keptByForm}
                id="hand-off-to"
                name="to"
                className="control"
                value={chosen?.id ?? ''}
                onChange={({ currentTarget }) => choose(currentTarget.value)}
              >
                <option value="">Everybody who is available</option>
                {!isKnown && (
                  <option value={chosen?.id}>
                    {chosen?.name}
                    {isGone && ' (takes no requests any more)'}
                  </option>
                )}
                {people.map((person) => (
                  <option key={person.id} value={person.id}>
                    {person.name} ({presenceText(person)})
                  </option>
                ))}
              </select>
            </div>
          </div>
          <div className="field">
            <label className="field-label" htmlFor="hand-off-stage">
              Where it stands
            </label>
            <div className="choice">
              <select id="hand-off-stage" name="stage" className="control" defaultValue={stage ?? 'accepted'}>
                {dealStageNames.map((name) => (
                  <option key={name} value={name}>
                    {dealStages[name]}
                  </option>
                ))}
              </select>
            </div>
          </div>
        </div>
        <Line name="lender" label="Lender" defaultValue={deal.lender ?? ''} maxLength={dealLimits.lender} />
        <ProductTicks chosen={deal.products} />
        <Lines name="openStipulations" label="Open stipulations" maxLength={dealLimits.openStipulations} />
        <Lines
          name="promised"
          label="What was promised"
          help="To the store or its customer, so that nobody has to ask again."
          maxLength={dealLimits.promised}
        />
        <DialogEnd
          label="Hand off"
          labelWhileSending="Handing off…"
          sending={sending}
          failed={failed}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
