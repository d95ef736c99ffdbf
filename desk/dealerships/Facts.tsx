import { telOfTyped } from '#client/ui/typed-tel.ts';
import { sheetFieldNames, sheetFields } from '#contract/desk/board.ts';
import type { DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import { IntakeAnswers } from '../board/StoreSheet.tsx';
import { Fact } from '../ui/Fact.tsx';
import { dateText, hoursText } from './words.ts';

const none = <span className="fact-none">not known</span>;

/** What is on file about a dealership. */
export function Facts({ record }: { record: DealershipRecord }) {
  const { phone, address, website, hours, agreementDate, zone, lead } = record;
  return (
    <dl className="facts">
      <Fact label="Phone">{phone ? <a href={telOfTyped(phone)}>{phone}</a> : none}</Fact>
      <Fact label="Agreement">{agreementDate ? `since ${dateText(agreementDate)}` : none}</Fact>
      <Fact label="Time zone">{zone || none}</Fact>
      <Fact label="Address">{address || none}</Fact>
      <Fact label="Hours">{hoursText(hours) || none}</Fact>
      <Fact label="Website">{website || none}</Fact>
      <Fact label="Made from">{lead ? `their ${lead.kind}, ${lead.reference}` : 'by hand'}</Fact>
    </dl>
  );
}

/**
 * The store sheet: what finance managers wrote on the deal board after a deal, and beside it what the dealership's own form said.
 */
export function Sheet({ record }: { record: DealershipRecord }) {
  const { sheet } = record;
  const said = (name: string) => sheet.intake.find(({ field }) => field === name)?.value;
  const known = sheetFieldNames.filter((name) => name !== 'timeZone' && (sheet.fields[name].value || said(name)));
  return (
    <section className="part" aria-labelledby="sheet">
      <h2 id="sheet">Store sheet</h2>
      {known.length === 0 && <p className="part-none">Nothing yet. Finance managers fill it in after a deal.</p>}
      <dl className="facts">
        {known.map((name) => (
          <Fact key={name} label={sheetFields[name].label}>
            {sheet.fields[name].value || none}
            {said(name) && <span className="fact-source">Their form said {said(name)}</span>}
          </Fact>
        ))}
      </dl>
      <IntakeAnswers sheet={sheet} />
    </section>
  );
}
