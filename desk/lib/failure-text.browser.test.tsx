import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { revokeOtherSessions } from '#contract/desk/account-endpoints.ts';
import { viewSettings } from '#contract/desk/setting-endpoints.ts';
import { commonRefusals } from '#contract/refusals.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { useRead } from './read.ts';
import { failureText } from './request.ts';
import { useSend } from './send.ts';

function Reading() {
  const read = useRead(viewSettings, {}, { topics: [] });
  return (
    <Loaded read={read} what="the settings">
      {() => null}
    </Loaded>
  );
}

function Pressing() {
  const { send, result } = useSend(revokeOtherSessions);
  return (
    <>
      <button type="button" onClick={() => void send({ body: {} })}>
        End them
      </button>
      <p role="alert">{result && result.kind !== 'ok' && failureText(result)}</p>
    </>
  );
}

const { internal, storeBusy } = commonRefusals;
const mayBeDone = 'It may have been done. Check before you press again.';
const failures: readonly (readonly [string, Answer, string, string])[] = [
  ['fails', internal, 'Something went wrong on our side.', `Something went wrong on our side. ${mayBeDone}`],
  ['gives no answer', 'cut', 'The server did not answer.', `The server did not answer. ${mayBeDone}`],
  ['is busy', storeBusy, 'The server is busy at this moment.', storeBusy.text],
];

test.each(failures)(
  'R796 a server that %s is told apart for what was read and for what was pressed',
  async (_, answer, ofRead, ofPress) => {
    const { show } = mountDesk(<Reading />, {
      answers: {
        [`GET ${viewSettings.path}`]: answer,
        [`POST ${revokeOtherSessions.path}`]: answer,
      },
    });
    await expect.element(page.getByText(ofRead, { exact: true })).toBeVisible();
    show(<Pressing />);
    await page.getByRole('button', { name: 'End them' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(ofPress);
  },
);
