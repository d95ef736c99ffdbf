import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { apiLimits, apiScopeNames, apiScopes, apiTokenDays } from '#contract/api.ts';
import { type ApiTokenRow, listTokens, makeToken, revokeToken } from '#contract/desk/connection-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { draftId, dropDraftId } from '../lib/drafts.ts';
import { keepRead, useRead } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { sendDesk } from '../lib/send.ts';
import { useInPlace } from '../lib/use-in-place.ts';
import { Confirm } from '../ui/Confirm.tsx';
import { SelectInput, TextInput, TickInput } from '../ui/fields.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Said, type Say, useSaid } from '../ui/Said.tsx';
import { faultOf, LeaveButton, SendForm, textOf } from '../ui/SendForm.tsx';
import { When, WhenOr } from '../ui/When.tsx';
import { showSecret } from './secret-once.tsx';

const states = { live: 'Valid', expired: 'Expired', revoked: 'Revoked' } as const;

const draft = 'token new';

function MakeForm({ onLeave }: { onLeave: () => void }) {
  const fields = { badName: 'name', noScopes: apiScopeNames[0] } as const;
  return (
    <SendForm
      submit="Make the token"
      sending="Making…"
      draft={draft}
      empties
      onSent={onLeave}
      beside={<LeaveButton onLeave={onLeave}>Cancel</LeaveButton>}
      onSend={async (data) => {
        const name = textOf(data, 'name');
        const scopes = apiScopeNames.filter((scope) => data.get(scope) !== null);
        const days = apiTokenDays.find((one) => String(one) === data.get('days')) ?? apiTokenDays[0];
        const result = await sendDesk(makeToken, { body: { press: draftId(draft), name, scopes, days } });
        if (result.kind === 'refused' && result.name === 'pressTaken') dropDraftId(draft);
        if (result.kind !== 'ok') return faultOf(result, fields);
        showSecret(
          result.value,
          `The token of ${name}`,
          result.value.token,
          'Give it to the program, which sends it with every request.',
        );
        return undefined;
      }}
    >
      <TextInput name="name" label="Name" help="The program that reads with it." maxLength={apiLimits.tokenName} />
      <fieldset className="event-ticks">
        <legend className="field-label">It may</legend>
        {apiScopeNames.map((scope) => (
          <TickInput key={scope} name={scope} label={apiScopes[scope]} />
        ))}
      </fieldset>
      <SelectInput
        name="days"
        label="Expires after"
        options={apiTokenDays.map((days) => ({ value: String(days), label: `${days} days` }))}
        defaultValue={String(apiTokenDays[1])}
      />
    </SendForm>
  );
}

function Token({ token, onSaid }: { token: ApiTokenRow; onSaid: Say }) {
  const revoke = async () => {
    const result = await sendDesk(revokeToken, { params: { id: token.id }, body: {} });
    if (result.kind !== 'ok') return onSaid('stop', failureText(result));
    keepRead(listTokens, {}, result.value);
    onSaid('go', `${token.name} reads nothing any more.`);
  };
  return (
    <li className="token" data-state={token.state}>
      <p>
        <strong>{token.name}</strong> <span className="token-state">{states[token.state]}</span>
      </p>
      <p className="soft">{token.scopes.map((scope) => apiScopes[scope]).join('; ')}</p>
      <p className="soft">
        Made <When at={token.createdAt} />
        {token.createdBy !== null && ` by ${token.createdBy}`} ·{' '}
        {token.state === 'live' ? 'Valid until' : 'Was valid until'} <When at={token.revokedAt ?? token.expiresAt} /> ·{' '}
        <WhenOr words="Last used" at={token.lastUsedAt} never="Never used" />
      </p>
      {token.state === 'live' && (
        <Confirm
          question={`Revoke ${token.name}? The program that has it reads nothing any more, at once.`}
          confirmLabel="Revoke it"
          onConfirm={() => revoke()}
        >
          Revoke
        </Confirm>
      )}
    </li>
  );
}

/** The tokens with which programs read, and making one. */
export function Tokens() {
  const read = useRead(listTokens, {}, { topics: readTopics.listTokens });
  const [said, say] = useSaid();
  const [making, setMaking] = useState(false);
  const { place, button } = useInPlace<HTMLDivElement>(making);
  return (
    <section className="tokens" aria-labelledby="tokens-name">
      <h2 id="tokens-name">API tokens</h2>
      <p className="soft">
        A program reads leads, requests and dealerships with a token, at <code>/api/v1</code>. What it reads is in the
        audit log.
      </p>
      <Said said={said} />
      {making ? (
        <div ref={place}>
          <MakeForm onLeave={() => setMaking(false)} />
        </div>
      ) : (
        <Button ref={button} onClick={() => setMaking(true)}>
          Make a token
        </Button>
      )}
      <Loaded read={read} what="the tokens">
        {({ tokens }) =>
          tokens.length === 0 ? (
            <p className="empty">No program has a token.</p>
          ) : (
            <ul className="token-list">
              {tokens.map((token) => (
                <Token key={token.id} token={token} onSaid={say} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
