import './settings.css';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type SettingsView, viewSettings } from '#contract/desk/setting-endpoints.ts';
import { paths } from '../app/paths.ts';
import { RecordAudit } from '../audit/RecordAudit.tsx';
import { keepRead, useRead } from '../lib/read.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { Said, useSaid } from '../ui/Said.tsx';
import { Screen } from '../ui/Screen.tsx';
import { AlertRecipients } from './AlertRecipients.tsx';
import { JacketList } from './JacketList.tsx';
import { LenderHoursPart } from './LenderHoursPart.tsx';
import { SharedCode, TextAgent } from './switches.tsx';

/** Puts the settings that an answer came with in the place of those that are shown. */
export const keepSettings = (view: SettingsView): void => keepRead(viewSettings, {}, view);

interface PartProps {
  id: string;
  title: string;
  /** What it is for, in a sentence. */
  purpose: string;
  children: ReactNode;
}

/** One setting: what it is for, itself, and who changed it. */
function Part({ id, title, purpose, children }: PartProps) {
  return (
    <section className="setting" aria-labelledby={`setting-${id}`}>
      <header>
        <h2 id={`setting-${id}`}>{title}</h2>
        <p className="soft">{purpose}</p>
      </header>
      <div className="setting-body">
        {children}
        <RecordAudit kind="setting" id={id} />
      </div>
    </section>
  );
}

/** What admins set while the server runs. Addresses, accounts and limits are in the environment of the server. */
export function SettingsScreen() {
  const read = useRead(viewSettings, {}, { topics: ['settings', 'people', 'counts'] });
  const [said, say] = useSaid();
  const [round, setRound] = useState(0);
  /** What somebody else changed meanwhile is shown as it stands: the forms begin anew from it. */
  const parts = (view: SettingsView) => {
    const common = { onSaid: say, onBeginAnew: () => setRound(round + 1) };
    const key = (version: number) => `${version} ${round}`;
    return (
      <>
        <Part id="text-agent" title="Text Agent" purpose="Whether dealerships may ask for an agent in the portal.">
          <TextAgent setting={view.textAgent} {...common} />
        </Part>
        <Part
          id="shared-code"
          title="Shared code"
          purpose="Whether dealerships may share an access code. Better is a code of each dealership’s own."
        >
          <SharedCode setting={view.sharedCode} {...common} />
        </Part>
        <Part id="alert-recipients" title="Alerts" purpose="Who hears when nobody accepts, or mails and texts fail.">
          <AlertRecipients key={key(view.alertRecipients.version)} setting={view.alertRecipients} {...common} />
        </Part>
        <Part id="jacket" title="Deal jacket" purpose="What a finance manager ticks before a deal is done.">
          <JacketList key={key(view.jacket.version)} setting={view.jacket} {...common} />
        </Part>
        <Part
          id="lender-hours"
          title="Lenders’ hours"
          purpose="When lenders answer, on their own clocks. Shown as a help beside each store sheet."
        >
          <LenderHoursPart setting={view.lenderHours} {...common} />
        </Part>
        <p className="soft settings-end">
          Mail servers, the text provider and limits are in the environment of the server. The{' '}
          <Link href={paths.firstHour}>first hour</Link> shows what is left to do there.
        </p>
      </>
    );
  };
  return (
    <Screen title="Settings">
      <Said said={said} />
      <Loaded read={read} what="the settings">
        {parts}
      </Loaded>
    </Screen>
  );
}
