/**
 * The one map of records: what every table and column holds about people, and when and how it ends. docs/security.md is generated
 * from it (`npm run docs`), and the sweep takes the kinds that it names.
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

interface RetentionMap {
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
