import { useState } from 'react';
import { isolated } from '#client/lib/isolated.ts';
import { Dialog } from '#client/ui/Dialog.tsx';
import { dealLimits, dealStages } from '#contract/desk/board.ts';
import type { BoardPerson } from '#contract/desk/board-schemas.ts';
import type { HandOffBody, RequestRecord } from '#contract/desk/record-schemas.ts';
import { draftValue, keepDraftValue } from '../lib/drafts.ts';
import { optionsOf } from '../lib/options.ts';
import { AreaInput, SelectInput } from '../ui/fields.tsx';
import { type Fault, SendForm } from '../ui/SendForm.tsx';
import { DealTextInput, ProductTicks } from './DealFields.tsx';
import { readHandOff } from './deal-form.ts';
import { presenceText } from './presence.ts';

interface HandOffDialogProps {
  open: boolean;
  record: RequestRecord;
  /** The people to whom the request can be handed off, without the signed-in person. */
  people: readonly BoardPerson[];
  /** Resolves to why it was not handed off; undefined when it was. */
  onHandOff: (body: HandOffBody) => Promise<Fault | undefined>;
  onClose: () => void;
}

const toLabel = 'To';

type Chosen = Pick<BoardPerson, 'id' | 'name'>;

/**
 * The chosen person. The choice survives a reload. It also survives a list of people that loads later or changes meanwhile: the
 * choice never becomes another person.
 */
function useChosen(draft: string, people: readonly BoardPerson[]) {
  const [chosen, setChosen] = useState(() => draftValue(draft) as Chosen | undefined);
  /** The chosen person, who is not in the list: it is not loaded, or they take no requests any more. */
  const other = people.some(({ id }) => id === chosen?.id) ? undefined : chosen;
  return {
    chosen,
    other,
    /** The list is loaded, and the chosen person is not in it. */
    isGone: other !== undefined && people.length > 0,
    choose(id: string) {
      const person = people.find((one) => one.id === id);
      const next = person && { id, name: person.name };
      setChosen(next);
      keepDraftValue(draft, next, {}, next && [{ label: toLabel, words: next.name }]);
    },
  };
}

/** Asks who takes over a deal, and what they must know. */
export function HandOffDialog({ open, record, people, onHandOff, onClose }: HandOffDialogProps) {
  const { id, dealershipName, deal, stage } = record;
  const draft = `hand-off ${id}`;
  const { chosen, other, isGone, choose } = useChosen(draft, people);
  return (
    <Dialog
      open={open}
      title={`Hand off ${isolated(dealershipName)}`}
      material="night"
      closeLabel="Back to the request"
      onClose={onClose}
    >
      {/* A form that is reset has its controls as they were, but not the person, whom this component keeps. */}
      <div className="deal-form" onReset={() => choose('')}>
        <SendForm
          draft={draft}
          about={dealershipName}
          submit="Hand off"
          sending="Handing off…"
          onBack={onClose}
          onSend={async (data) =>
            isGone
              ? { text: `${chosen?.name} takes no requests any more. Choose somebody else.` }
              : onHandOff(readHandOff(data))
          }
        >
          <div className="field-pair">
            <SelectInput
              name="to"
              label={toLabel}
              kept={{ value: chosen?.id ?? '', onChange: choose }}
              options={[
                { value: '', label: 'Everybody who is available' },
                ...(other
                  ? [{ value: other.id, label: other.name + (isGone ? ' (takes no requests any more)' : '') }]
                  : []),
                ...people.map((person) => ({
                  value: person.id,
                  label: `${isolated(person.name)} (${presenceText(person)})`,
                })),
              ]}
            />
            <SelectInput
              name="stage"
              label="Current status"
              options={optionsOf(dealStages)}
              defaultValue={stage ?? 'accepted'}
            />
          </div>
          <DealTextInput deal={deal} name="lender" />
          <ProductTicks chosen={deal.products} />
          <AreaInput
            name="openStipulations"
            label="Open stipulations"
            optional
            maxLength={dealLimits.openStipulations}
          />
          <AreaInput
            name="promised"
            label="What was promised"
            optional
            help="To the store or its customer, so that nobody has to ask again."
            maxLength={dealLimits.promised}
          />
        </SendForm>
      </div>
    </Dialog>
  );
}
