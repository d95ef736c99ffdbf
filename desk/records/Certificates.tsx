import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { erasureReasons, itemKindNames } from '#contract/desk/person-request.ts';
import {
  type CertificateRow,
  certificateFaults,
  listErasures,
  viewErasure,
} from '#contract/desk/person-request-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { recordClasses } from '#contract/record-classes.ts';
import { useRead } from '../lib/read.ts';
import { Pair } from '../ui/Fact.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { When } from '../ui/When.tsx';

const itemText = ({ kind, reference, class: of }: CertificateRow['items'][number]): string =>
  [itemKindNames[kind], reference, `(${recordClasses[of].name.toLowerCase()})`].filter(Boolean).join(' ');

/** The contents of a certificate. */
export function CertificateFacts({ certificate }: { certificate: CertificateRow }) {
  const { seq, id, at, by, reason, items, hash, againAt } = certificate;
  return (
    <dl className="pairs">
      <Pair label="Certificate" figures>
        {id}
      </Pair>
      <Pair label="Erasure">
        Number {seq}, <When at={at} />, by {by ?? 'a command'}
        {againAt !== null && (
          <>
            ; done again <When at={againAt} /> in a restored database
          </>
        )}
      </Pair>
      <Pair label="Why">{erasureReasons[reason]}</Pair>
      <Pair label="What">
        <ul>
          {items.map((item) => (
            <li key={`${item.kind} ${item.id}`}>{itemText(item)}</li>
          ))}
        </ul>
      </Pair>
      <Pair label="Keyed hash" figures>
        {hash}
      </Pair>
    </dl>
  );
}

/** One certificate, checked when it is opened. */
function Checked({ id }: { id: string }) {
  const read = useRead(viewErasure, { params: { id } }, { topics: readTopics.viewErasure, anew: true });
  return (
    <Loaded read={read} what="the certificate">
      {(certificate) => {
        const { inAudit } = certificate.checks;
        const faults = certificateFaults(certificate.checks);
        return (
          <>
            <p className={faults.length > 0 ? 'found-kept' : 'certificate-holds'}>
              {faults.length > 0
                ? faults.join(' ')
                : `It is valid: the hash, the file of erasures${inAudit === null ? '' : ' and the audit log'} agree, and nothing of what was erased is there.`}
            </p>
            <CertificateFacts certificate={certificate} />
          </>
        );
      }}
    </Loaded>
  );
}

/** The newest certificates. Opening one checks it. */
export function Certificates() {
  const read = useRead(listErasures, { query: {} }, { topics: readTopics.listErasures });
  const [opened, setOpened] = useState<string>();
  return (
    <section aria-labelledby="certificates" className="certificates">
      <h2 id="certificates">Certificates</h2>
      <Loaded read={read} what="the certificates">
        {({ certificates }) =>
          certificates.length === 0 ? (
            <p className="soft">Nothing has been erased for a person yet.</p>
          ) : (
            <ul className="ruled">
              {certificates.map(({ id, seq, at, reason, items, by }) => (
                <li key={id} className="found-item">
                  <p>
                    <strong>Erasure {seq}</strong> <When at={at} /> ·{' '}
                    {items.length === 1 ? '1 thing' : `${items.length} things`} · {erasureReasons[reason]} · by{' '}
                    {by ?? 'a command'}
                  </p>
                  <Button
                    look="quiet"
                    aria-expanded={opened === id}
                    onClick={() => setOpened(opened === id ? undefined : id)}
                  >
                    {opened === id ? 'Close' : 'Check'} certificate {seq}
                  </Button>
                  {opened === id && <Checked id={id} />}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
