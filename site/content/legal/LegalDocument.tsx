import type { ReactNode } from 'react';
import { legal } from '#brand/legal.ts';
import {
  keptInWords,
  recordClasses,
  recordClassIds,
  type SoonerId,
  soonerEnding,
  timeInWords,
} from '#contract/record-classes.ts';
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
  lastUpdated: string;
  /** The four most important points, for people who read nothing else. Only the sections are binding. */
  inShort: readonly [InShort, InShort, InShort, InShort];
  sections: readonly LegalSection[];
}

interface InShort {
  readonly title: string;
  readonly text: string;
}

/** A legal document for screen and print: a table of contents in the margin, numbered sections and the date as a stamp. */
export function LegalDocument({ title, lead, lastUpdated, inShort, sections }: LegalDocumentProps) {
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
              Last updated <span>{lastUpdated}</span>
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
                  <span className="numerals">{index + 1}.</span> {section.title}
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

/** A table of how long each class of record is kept, and a list of what is deleted earlier. Both legal documents show it. */
export function RetentionTable() {
  const sooner = Object.keys(soonerEnding) as SoonerId[];
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Class of record</th>
            <th scope="col">What it holds</th>
            <th scope="col">Kept for</th>
          </tr>
        </thead>
        <tbody>
          {recordClassIds.map((id) => (
            <tr key={id}>
              <th scope="row">{recordClasses[id].name}</th>
              <td>{recordClasses[id].holds}</td>
              <td>{keptInWords(id, legal.retention[id])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>Some of it ends earlier:</p>
      <ul>
        {sooner.map((id) => (
          <li key={id}>
            {soonerEnding[id].name}: {timeInWords(legal.sooner[id])} after {soonerEnding[id].startsAt}.
          </li>
        ))}
      </ul>
    </>
  );
}
