import type { ReactNode } from 'react';
import { telOfTyped } from '#client/ui/typed-tel.ts';
import { sheetFieldNames, sheetFields } from '#contract/desk/board.ts';
import type { DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import { IntakeAnswers } from '../queue/StoreSheet.tsx';
import { dateText, hoursText } from './words.ts';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{label}</dt>
      <dd>{children || <span className="fact-none">not known</span>}</dd>
    </div>
  );
}

/** What is on file about a dealership. */
export function Facts({ record }: { record: DealershipRecord }) {
  const { phone, address, website, hours, agreementDate, zone, lead } = record;
  return (
    <dl className="facts">
      <Fact label="Telephone">{phone && <a href={telOfTyped(phone)}>{phone}</a>}</Fact>
      <Fact label="Agreement">{agreementDate && `since ${dateText(agreementDate)}`}</Fact>
      <Fact label="Time zone">{zone}</Fact>
      <Fact label="Address">{address}</Fact>
      <Fact label="Hours">{hoursText(hours)}</Fact>
      <Fact label="Website">{website}</Fact>
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
          <div className="fact" key={name}>
            <dt>{sheetFields[name].label}</dt>
            <dd>
              {sheet.fields[name].value || <span className="fact-none">not known</span>}
              {said(name) && <span className="fact-source">Their form said {said(name)}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <IntakeAnswers sheet={sheet} />
    </section>
  );
}
