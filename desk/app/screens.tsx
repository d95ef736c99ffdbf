/** Every screen of the console: where it is, who sees it, and what shows it. The navigation is made from this table. */
import { type ComponentType, lazy } from 'react';
import type { Permission } from '#contract/desk/permissions.ts';
import { type DeskPath, paths } from './paths.ts';

export interface Screen {
  readonly name: string;
  readonly path: DeskPath;
  /** Other addresses that the same screen shows. */
  readonly also?: readonly DeskPath[];
  /** The permission that the screen needs. Without it the navigation does not show the screen. */
  readonly needs: Permission;
  /** Shown in the bar at the bottom of a phone; the others are behind More. */
  readonly inBar?: true;
  readonly Component: ComponentType;
}

/** A component that is loaded when it is drawn, by its name in its file. */
export const named = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

export const screens: readonly Screen[] = [
  {
    name: 'Deal board',
    path: paths.board,
    also: [paths.request],
    needs: 'readRequests',
    inBar: true,
    Component: named(() => import('../queue/QueueScreen.tsx'), 'QueueScreen'),
  },
  {
    name: 'Leads',
    path: paths.leads,
    also: [paths.lead],
    needs: 'readLeads',
    inBar: true,
    Component: named(() => import('../leads/LeadsScreen.tsx'), 'LeadsScreen'),
  },
  {
    name: 'Dealerships',
    path: paths.dealerships,
    also: [paths.dealership],
    needs: 'readDealerships',
    inBar: true,
    Component: named(() => import('../dealerships/DealershipsScreen.tsx'), 'DealershipsScreen'),
  },
  {
    name: 'People',
    path: paths.people,
    needs: 'readPeople',
    Component: named(() => import('../people/PeopleScreen.tsx'), 'PeopleScreen'),
  },
  {
    name: 'Schedule',
    path: paths.schedule,
    needs: 'readSchedule',
    Component: named(() => import('../schedule/ScheduleScreen.tsx'), 'ScheduleScreen'),
  },
  {
    name: 'Numbers',
    path: paths.numbers,
    needs: 'readFigures',
    Component: named(() => import('../numbers/NumbersScreen.tsx'), 'NumbersScreen'),
  },
  {
    name: 'Messages',
    path: paths.messages,
    also: [paths.message],
    needs: 'manageMessages',
    Component: named(() => import('../messages/MessagesScreen.tsx'), 'MessagesScreen'),
  },
  {
    name: 'Connections',
    path: paths.connections,
    also: [paths.connection],
    needs: 'manageKeys',
    Component: named(() => import('../connections/ConnectionsScreen.tsx'), 'ConnectionsScreen'),
  },
  {
    name: 'Audit',
    path: paths.audit,
    needs: 'readAudit',
    Component: named(() => import('../audit/AuditScreen.tsx'), 'AuditScreen'),
  },
  {
    name: 'Records',
    path: paths.records,
    needs: 'erase',
    Component: named(() => import('../records/RecordsScreen.tsx'), 'RecordsScreen'),
  },
  {
    name: 'Settings',
    path: paths.settings,
    needs: 'changeSettings',
    Component: named(() => import('../settings/SettingsScreen.tsx'), 'SettingsScreen'),
  },
  {
    name: 'First hour',
    path: paths.firstHour,
    needs: 'changeSettings',
    Component: named(() => import('../first-hour/FirstHourScreen.tsx'), 'FirstHourScreen'),
  },
];
