/** Every screen of the console: where it is, who sees it, and what shows it. The navigation is made from this table. */
import { type ComponentType, lazy } from 'react';
import type { Permission } from '#contract/desk/permissions.ts';
import { type DeskPath, paths } from './paths.ts';

export interface Screen {
  readonly name: string;
  readonly path: DeskPath;
  /** The address of one of its records, which the same screen shows. */
  readonly record: DeskPath | undefined;
  /** The permission that the screen needs. Without it the navigation does not show the screen. */
  readonly needs: Permission;
  /** Shown in the bar at the bottom of a phone; the others are behind More. */
  readonly inBar: true | undefined;
  readonly Component: ComponentType;
}

/** A component that is loaded when it is drawn, by its name in its file. */
export const named = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

const BoardScreen = named(() => import('../board/BoardScreen.tsx'), 'BoardScreen');
const LeadsScreen = named(() => import('../leads/LeadsScreen.tsx'), 'LeadsScreen');
const DealershipsScreen = named(() => import('../dealerships/DealershipsScreen.tsx'), 'DealershipsScreen');
const PeopleScreen = named(() => import('../people/PeopleScreen.tsx'), 'PeopleScreen');
const ScheduleScreen = named(() => import('../schedule/ScheduleScreen.tsx'), 'ScheduleScreen');
const NumbersScreen = named(() => import('../numbers/NumbersScreen.tsx'), 'NumbersScreen');
const MessagesScreen = named(() => import('../messages/MessagesScreen.tsx'), 'MessagesScreen');
const ConnectionsScreen = named(() => import('../connections/ConnectionsScreen.tsx'), 'ConnectionsScreen');
const AuditScreen = named(() => import('../audit/AuditScreen.tsx'), 'AuditScreen');
const RecordsScreen = named(() => import('../records/RecordsScreen.tsx'), 'RecordsScreen');
const SettingsScreen = named(() => import('../settings/SettingsScreen.tsx'), 'SettingsScreen');
const FirstHourScreen = named(() => import('../first-hour/FirstHourScreen.tsx'), 'FirstHourScreen');

type Row = [name: string, needs: Permission, Component: ComponentType, path: DeskPath, record?: DeskPath, inBar?: true];

const rows: readonly Row[] = [
  ['Deal board', 'readRequests', BoardScreen, paths.board, paths.request, true],
  ['Leads', 'readLeads', LeadsScreen, paths.leads, paths.lead, true],
  ['Dealerships', 'readDealerships', DealershipsScreen, paths.dealerships, paths.dealership, true],
  ['People', 'readPeople', PeopleScreen, paths.people],
  ['Schedule', 'readSchedule', ScheduleScreen, paths.schedule],
  ['Numbers', 'readFigures', NumbersScreen, paths.numbers],
  ['Messages', 'manageMessages', MessagesScreen, paths.messages, paths.message],
  ['Connections', 'manageKeys', ConnectionsScreen, paths.connections, paths.connection],
  ['Audit', 'readAudit', AuditScreen, paths.audit],
  ['Records', 'erase', RecordsScreen, paths.records],
  ['Settings', 'changeSettings', SettingsScreen, paths.settings],
  ['First hour', 'changeSettings', FirstHourScreen, paths.firstHour],
];

export const screens = rows.map(
  ([name, needs, Component, path, record, inBar]): Screen => ({ name, needs, Component, path, record, inBar }),
);
