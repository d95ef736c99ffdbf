import './settings.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { readTopics } from '#contract/desk/read-topics.ts';
import { type SettingsView, viewSettings } from '#contract/desk/setting-endpoints.ts';
import { paths } from '../app/paths.ts';
import { RecordAudit } from '../audit/RecordAudit.tsx';
import { useRead } from '../lib/read.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { Said, type Say, useSaid } from '../ui/Said.tsx';
import { Screen } from '../ui/Screen.tsx';
import { AlertRecipients } from './AlertRecipients.tsx';
import type { PartTools } from './change.ts';
import { JacketList } from './JacketList.tsx';
import { LenderHoursPart } from './LenderHoursPart.tsx';
import { SharedCode, TextAgent } from './switches.tsx';
import { usePart } from './use-part.tsx';

interface PartProps {
  id: string;
  title: string;
  /** What the setting is for, in a sentence. */
  purpose: string;
  onSaid: Say<SettingsView>;
  children: (tools: PartTools) => ReactNode;
}

/** One setting: its purpose, its controls, and who changed it. */
function Part({ id, title, purpose, onSaid, children }: PartProps) {
  const { inPlace } = usePart(`setting ${id}`, onSaid);
  return (
    <section className="setting" aria-labelledby={`setting-${id}`}>
      <header>
        <h2 id={`setting-${id}`}>{title}</h2>
        <p className="soft">{purpose}</p>
      </header>
      <div className="setting-body">
        {inPlace(children)}
        <RecordAudit kind="setting" id={id} setting={title} />
      </div>
    </section>
  );
}

/** The settings that admins change while the server runs. Addresses, accounts and limits are set in the server's environment. */
export function SettingsScreen() {
  const read = useRead(viewSettings, {}, { topics: readTopics.viewSettings });
  const [said, say] = useSaid(undefined, undefined, read.data);
  const parts = (view: SettingsView) => (
    <>
      <Part
        id="text-agent"
        title="Text Agent"
        purpose="Whether dealerships may ask for an agent in the portal."
        onSaid={say}
      >
        {(tools) => <TextAgent setting={view.textAgent} {...tools} />}
      </Part>
      <Part
        id="shared-code"
        title="Shared code"
        purpose="Whether dealerships may share an access code. Better is a code of each dealership’s own."
        onSaid={say}
      >
        {(tools) => <SharedCode setting={view.sharedCode} {...tools} />}
      </Part>
      <Part
        id="alert-recipients"
        title="Alerts"
        purpose="Who hears when nobody accepts, or mails and texts fail."
        onSaid={say}
      >
        {(tools) => <AlertRecipients setting={view.alertRecipients} {...tools} />}
      </Part>
      <Part id="jacket" title="Deal jacket" purpose="What a finance manager ticks before a deal is done." onSaid={say}>
        {(tools) => <JacketList setting={view.jacket} {...tools} />}
      </Part>
      <Part
        id="lender-hours"
        title="Lenders’ hours"
        purpose="When lenders are open, on their own clocks. Shown as a help beside each store sheet."
        onSaid={say}
      >
        {() => <LenderHoursPart setting={view.lenderHours} onSaid={say} />}
      </Part>
      <p className="soft settings-end">
        Mail servers, the text provider and limits are in the environment of the server. The{' '}
        <Link href={paths.firstHour}>first hour</Link> shows what is left to do there.
      </p>
    </>
  );
  return (
    <Screen title="Settings">
      <Said said={said} />
      <Loaded read={read} what="the settings">
        {parts}
      </Loaded>
    </Screen>
  );
}
