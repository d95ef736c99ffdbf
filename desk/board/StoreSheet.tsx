import {
  type SheetField,
  type SheetFieldName,
  sheetFieldNames,
  sheetFields,
  sheetQuestion,
} from '#contract/desk/board.ts';
import type { RequestRecord, StoreSheet as StoreSheetFields } from '#contract/desk/record-schemas.ts';
import { pastDayIn } from '../lib/times.ts';
import { wasTaken } from './actions.ts';
import { EditRow } from './EditRow.tsx';
import type { Sent } from './sent.ts';

interface StoreSheetProps {
  record: RequestRecord;
  timeZone: string;
  onEdit: (version: number, patch: Partial<Record<SheetFieldName, string>>) => Promise<Sent>;
}

const readSheet = (record: RequestRecord, name: SheetFieldName) => ({
  text: record.sheet?.fields[name].value ?? '',
  version: record.sheet?.version ?? 0,
  erasedIn: record.sheet?.fields[name].erasedIn,
});

/** What finance managers learned about a store, each field edited in its place. After a deal its heading asks what differed. */
export function StoreSheet({ record, timeZone, onEdit }: StoreSheetProps) {
  const { sheet, sameNamed, endedAt, closing, can } = record;
  if (sheet === null) {
    return (
      <section className="part" aria-labelledby="sheet">
        <h2 id="sheet">Store sheet</h2>
        <p className="part-none">
          {sameNamed !== null && wasTaken(record)
            ? 'Several dealerships have this name. Ask which one it is.'
            : 'It opens when somebody has accepted.'}
        </p>
      </section>
    );
  }
  const isOver = endedAt !== null || closing !== null;
  return (
    <section className="part" aria-labelledby="sheet">
      <h2 id="sheet">{isOver && can.editSheet ? sheetQuestion : 'Store sheet'}</h2>
      <dl className="facts">
        {sheetFieldNames.map((name) => {
          const { label, options, hint, maxLength }: SheetField = sheetFields[name];
          const { value, changedAt, changedBy } = sheet.fields[name];
          const said = sheet.intake.find(({ field }) => field === name)?.value;
          return (
            <EditRow
              key={name}
              label={label}
              options={options}
              hint={hint}
              said={said}
              maxLength={maxLength}
              canEdit={can.editSheet}
              source={
                changedAt === null
                  ? undefined
                  : `${changedBy ?? 'somebody'}, ${pastDayIn(timeZone, changedAt, Date.parse(record.serverNow))}`
              }
              field={{
                about: record.dealershipName,
                draft: `sheet ${record.id} ${name}`,
                stored: value,
                version: sheet.version,
                send: (text, version) => onEdit(version, { [name]: text }),
                read: (now) => readSheet(now, name),
              }}
            />
          );
        })}
      </dl>
      <IntakeAnswers sheet={sheet} />
    </section>
  );
}

/** The answers of the dealership's own form that belong to no field of the sheet. The sheet never overwrites them. */
export function IntakeAnswers({ sheet }: { sheet: StoreSheetFields }) {
  const others = sheet.intake.filter(({ field }) => field === null);
  if (others.length === 0) return null;
  return (
    <>
      <h3>What their form said</h3>
      <dl className="facts">
        {others.map(({ label, value }) => (
          <div className="fact" key={label}>
            <dt>{label}</dt>
            <dd className="fact-text">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
