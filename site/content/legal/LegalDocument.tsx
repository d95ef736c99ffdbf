import type { ReactNode } from 'react';
import { legal } from '#brand/legal.ts';
import './legal.css';
import './legal-print.css';

/** One numbered section. Its id is its anchor and does not change when sections move. */
export interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
}

interface LegalDocumentProps {
  title: string;
  /** What the document is, in one sentence. */
  lead: string;
  /** The four most important points, for people who read nothing else. Only the sections are binding. */
  inShort: readonly [InShort, InShort, InShort, InShort];
  sections: readonly LegalSection[];
}

interface InShort {
  readonly title: string;
  readonly text: string;
}

/** A legal document for screen and print: a table of contents in the margin, numbered sections and the date as a stamp. */
export function LegalDocument({ title, lead, inShort, sections }: LegalDocumentProps) {
  return (
    <div className="legal night">
      <div className="frame">
        <div className="legal-head">
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
        <div className="legal-sheet paper">
          <div className="legal-margin">
            <p className="legal-stamp">
              Last updated <span>{legal.lastUpdated}</span>
            </p>
            <nav aria-labelledby="contents">
              <h2 id="contents">Contents</h2>
              <ol>
                {sections.map((section) => (
                  <li key={section.id}>
                    <a href={`#${section.id}`}>{section.title}</a>
                  </li>
                ))}
              </ol>
            </nav>
          </div>
          <div className="legal-text">
            <section className="legal-short" aria-labelledby="in-short">
              <h2 id="in-short">In short</h2>
              <dl>
                {inShort.map((point) => (
                  <div key={point.title}>
                    <dt>{point.title}</dt>
                    <dd>{point.text}</dd>
                  </div>
                ))}
              </dl>
            </section>
            {sections.map((section, index) => (
              <section
                key={section.id}
                className="legal-section"
                id={section.id}
                aria-labelledby={`${section.id}-title`}
              >
                <h2 id={`${section.id}-title`}>
                  <span>{index + 1}.</span> {section.title}
                </h2>
                {section.body}
              </section>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

/** How long each class of record is kept. Both documents carry the same table. */
export function RetentionTable({ holds }: { holds: Readonly<Record<string, string>> }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Class of record</th>
          <th scope="col">What it holds</th>
          <th scope="col">Kept for</th>
        </tr>
      </thead>
      <tbody>
        {legal.retention.map(({ what, kept }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{holds[what]}</td>
            <td>{kept}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What each class of record contains, the same in both documents. */
export const recordClasses: Readonly<Record<string, string>> = {
  'Account data':
    'Your intake: store, people, addresses, lenders, consent to texts; and the access codes of your store, as hashes',
  'Transaction records': 'Requests for an agent, deals we worked on, invoices and payments',
  'Communication logs': 'Inquiries, e-mails and texts between us, and when they were sent',
  'Technical logs': 'What the server did and when, by reference number; no answers and no visitor addresses',
};
