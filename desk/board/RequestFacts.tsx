import { CopyButton } from '#client/ui/CopyButton.tsx';
import { phoneNotProvided } from '#contract/agent-request.ts';
import { showAnydesk } from '#contract/anydesk.ts';
import { products as productNames } from '#contract/desk/board.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { whenIn } from '../lib/times.ts';
import { Fact } from '../ui/Fact.tsx';
import { isOpenRequest } from './actions.ts';

/** Who asks, how to reach them, and the two words that both sides read out before a screen is shared. */
export function RequestFacts({ record }: { record: RequestRecord }) {
  const { anydesk, words, dealerPhone, callbackName, additionalInfo, sameNamed, kind } = record;
  const isOpen = isOpenRequest(record);
  return (
    <div className="boxed four">
      {sameNamed !== null && (
        <p className="four-wide four-warn">{sameNamed} dealerships have this name. Ask which one it is.</p>
      )}
      {isOpen && (
        <div className="four-wide">
          <h2>AnyDesk address</h2>
          {anydesk === null ? (
            <p className="fact-none">Not given yet. It shows here as soon as the store gives it.</p>
          ) : (
            <p className="wrapped four-address">
              <span translate="no">{showAnydesk(anydesk)}</span> <CopyButton text={anydesk} what="AnyDesk address" />
            </p>
          )}
          {words !== null && (
            <dl className="four-words">
              <div>
                <dt>You say first</dt>
                <dd translate="no">{words[0]}</dd>
              </div>
              <div>
                <dt>The store answers</dt>
                <dd translate="no">{words[1]}</dd>
              </div>
            </dl>
          )}
        </div>
      )}
      {kind === 'request' && (
        <>
          <div>
            <h2>Call back (number on file)</h2>
            <p className="four-fact">{dealerPhone ?? phoneNotProvided}</p>
          </div>
          <div>
            <h2>Asked by</h2>
            <p className="four-fact">{callbackName ?? 'no name given'}</p>
          </div>
        </>
      )}
      <div className="four-wide">
        <h2>{kind === 'call' ? 'Note' : 'Note from the store'}</h2>
        <p className="four-fact fact-text">{additionalInfo || 'none'}</p>
      </div>
    </div>
  );
}

/** What the person who handed the deal off told the person who takes it over. */
export function HandOffNote({ record, nowMs }: { record: RequestRecord; nowMs: number }) {
  const { handOff, dealershipZone } = record;
  if (handOff === null) return null;
  const { from, to, at, lender, products, openStipulations, promised } = handOff;
  const rows = [
    ['Lender', lender],
    ['Products', products.map((name) => productNames[name]).join(', ')],
    ['Open stipulations', openStipulations],
    ['Promised', promised],
  ].filter(([, value]) => value !== '');
  return (
    <section className="part part-handoff" aria-labelledby="hand-off">
      <h2 id="hand-off">
        Handed off by {from} to {to ?? 'everybody'}
      </h2>
      <p className="part-none">{whenIn(dealershipZone, at, nowMs)}</p>
      <dl className="facts">
        {rows.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </dl>
    </section>
  );
}
