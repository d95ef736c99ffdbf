import { Fragment, type ReactNode, useState } from 'react';
import type { SettingsView } from '#contract/desk/setting-endpoints.ts';
import { dropDraft } from '../lib/drafts.ts';
import { EditConflict } from '../ui/EditConflict.tsx';
import type { Say } from '../ui/Said.tsx';
import type { PartTools, SecondChange } from './change.ts';

/**
 * A part of the settings that is saved by itself. `draft` is the key of its form's draft. `inPlace` returns its controls or, when
 * somebody else saved first, both versions. `onAnew` is called when the part starts over from the stored values.
 */
export function usePart(draft: string, onSaid: Say<SettingsView>, onAnew?: () => void) {
  const [second, setSecond] = useState<SecondChange>();
  const [round, setRound] = useState(0);
  const beginAnew = () => {
    dropDraft(draft);
    setSecond(undefined);
    setRound((before) => before + 1);
    onAnew?.();
  };
  const tools: PartTools = {
    onDone: (...stored) => {
      onSaid('go', ...stored);
      beginAnew();
    },
    onStored: (...stored) => onSaid('go', ...stored),
    onSecond: setSecond,
    onFailed: (why) => onSaid('stop', why),
    onBeginAnew: beginAnew,
  };
  const inPlace = (controls: (tools: PartTools) => ReactNode) =>
    second ? (
      <EditConflict
        key={JSON.stringify(second.fields)}
        what="this setting"
        draft={draft}
        fields={second.fields}
        onKeepMine={second.again}
        onKept={beginAnew}
        onTakeTheirs={() => {
          onSaid('note', 'Nothing was changed.');
          beginAnew();
        }}
      />
    ) : (
      <Fragment key={round}>{controls(tools)}</Fragment>
    );
  return { isSecond: second !== undefined, inPlace };
}
