/**
 * The one map of records: what every table and column holds about people, and when and how it ends. docs/security.md is generated
 * from it (`npm run docs:retention`), and the sweep takes the kinds that it names.
 */
import { accessRetention } from '../access/retention.ts';
import { alertRetention } from '../alerts/retention.ts';
import { apiRetention } from '../api/retention.ts';
import { auditRetention } from '../audit/retention.ts';
import { changeRetention } from '../changes/retention.ts';
import { databaseTables } from '../database/retention.ts';
import type { Tables } from '../database/tables.ts';
import { dealershipRetention } from '../dealerships/retention.ts';
import { erasureRetention } from '../erasure/retention.ts';
import { exportRetention } from '../exports/retention.ts';
import { figureRetention } from '../figures/retention.ts';
import { firstHourRetention } from '../first-hour/retention.ts';
import { leadRetention } from '../leads/retention.ts';
import { measuredRetention } from '../measured/retention.ts';
import { outboxRetention } from '../outbox/retention.ts';
import { peopleRetention } from '../people/retention.ts';
import { presenceRetention } from '../presence/retention.ts';
import type { FeatureRetention, KindFacts, PrunedKind, StandingKind, TableUses } from '../record-kind.ts';
import { requestRetention } from '../requests/retention.ts';
import { sweepRetention } from '../retention/retention.ts';
import { ringingRetention } from '../ringing/retention.ts';
import { scheduleRetention } from '../schedule/retention.ts';
import { searchRetention } from '../search/retention.ts';
import { settingRetention } from '../settings/retention.ts';
import { signInRetention } from '../sign-in/retention.ts';
import { webhookRetention } from '../webhooks/retention.ts';

const databaseRetention: FeatureRetention<keyof typeof databaseTables> = { tables: databaseTables };

const features = [
  accessRetention,
  alertRetention,
  auditRetention,
  changeRetention,
  databaseRetention,
  dealershipRetention,
  erasureRetention,
  exportRetention,
  figureRetention,
  firstHourRetention,
  leadRetention,
  measuredRetention,
  outboxRetention,
  webhookRetention,
  apiRetention,
  peopleRetention,
  presenceRetention,
  requestRetention,
  ringingRetention,
  scheduleRetention,
  searchRetention,
  settingRetention,
  signInRetention,
  sweepRetention,
] as const;

type Feature = (typeof features)[number];
type NamesOf<Each> = Each extends FeatureRetention<infer Name> ? Name : never;
type Listed = NamesOf<Feature>;

/** A table that no feature lists is a type error here. */
type Missing = Exclude<keyof Tables, Listed>;
const missing: Missing extends never ? true : Missing = true;

export interface RetentionMap {
  readonly tables: TableUses<keyof Tables>;
  /** The kinds that the nightly sweep takes, in this order: the kind that ends soonest comes first. */
  readonly swept: readonly KindFacts[];
  readonly pruned: readonly PrunedKind[];
  readonly standing: readonly StandingKind[];
}

const all = <T>(read: (feature: Feature) => readonly T[] | undefined): T[] =>
  features.flatMap((feature) => read(feature) ?? []);

export const retentionMap: RetentionMap = {
  tables: missing && (Object.assign({}, ...features.map(({ tables }) => tables)) as TableUses<keyof Tables>),
  swept: all(({ kinds }) => kinds),
  pruned: all(({ pruned }) => pruned),
  standing: all(({ standing }) => standing),
};

/** Tables of the engines, of their migrations and of the limits, which no feature lists. None holds anything about a person. */
const engineTables: readonly RegExp[] = [
  /^kysely_migration(_lock)?$/,
  // Counts by the keyed hash of an address, for as long as a limit lasts.
  /^limits$/,
  // The index of `search_texts`, which triggers keep up to date.
  /^search_index(_(config|data|docsize|idx))?$/,
];

/** Columns that only one engine has: the number of a text in SQLite's full-text index. */
const engineColumns: Readonly<Record<string, readonly string[]>> = { search_texts: ['n'] };

interface SchemaTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string }[];
}

/** The columns, such as `leads.name`, that a migrated database has and the map lacks, and the reverse. */
export function unclassified(schema: readonly SchemaTable[], map: RetentionMap = retentionMap): string[] {
  const tables: Readonly<Record<string, object>> = map.tables;
  const own = schema.filter(({ name }) => !engineTables.some((pattern) => pattern.test(name)));
  const there = own.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
  const known = Object.entries(tables).flatMap(([table, uses]) =>
    [...Object.keys(uses), ...(engineColumns[table] ?? [])].map((column) => `${table}.${column}`),
  );
  const onOneEngine = new Set(
    Object.entries(engineColumns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
  );
  return [
    ...there.filter((column) => !known.includes(column)),
    ...known.filter((column) => !there.includes(column) && !onOneEngine.has(column)),
  ];
}
