import type { Kysely } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/** Staff accounts with their factors, sessions, known devices, links and invitations. A token is here as a keyed hash only. */
export async function up(db: Kysely<unknown>, { time }: EngineDialect): Promise<void> {
  const { schema } = db;

  await schema
    .createTable('staff_accounts')
    .addColumn('person_id', 'text', (column) => column.primaryKey().references('people.id'))
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('password_changed_at', time, (column) => column.notNull())
    .addColumn('totp_secret', 'text')
    .addColumn('totp_added_at', time)
    .addColumn('totp_used_step', 'integer')
    .addColumn('wrong_codes', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', time, (column) => column.notNull())
    .execute();

  await schema
    .createTable('staff_passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('device_type', 'text', (column) => column.notNull())
    .addColumn('created_at', time, (column) => column.notNull())
    .addColumn('used_at', time)
    .execute();
  await schema.createIndex('staff_passkeys_by_person').on('staff_passkeys').column('person_id').execute();

  await schema
    .createTable('staff_recovery_codes')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('created_at', time, (column) => column.notNull())
    .addColumn('used_at', time)
    .execute();
  await schema.createIndex('staff_recovery_codes_by_person').on('staff_recovery_codes').column('person_id').execute();

  await schema
    .createTable('staff_devices')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('wrong_codes', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', time, (column) => column.notNull())
    .addColumn('used_at', time, (column) => column.notNull())
    .addPrimaryKeyConstraint('staff_devices_pkey', ['person_id', 'id'])
    .execute();

  await schema
    .createTable('staff_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('person_id', 'text', (column) => column.references('people.id'))
    .addColumn('created_at', time, (column) => column.notNull())
    .addColumn('expires_at', time, (column) => column.notNull())
    .addColumn('used_at', time)
    .addColumn('ended_at', time)
    .execute();
  await schema.createIndex('staff_links_by_person').on('staff_links').columns(['person_id', 'kind']).execute();

  await schema
    .createTable('staff_invitations')
    .addColumn('id', 'text', (column) => column.primaryKey().references('staff_links.id').onDelete('cascade'))
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('invited_by', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('code', 'text')
    .addColumn('wrong_codes', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('accepted_name', 'text')
    .addColumn('accepted_at', time)
    .addColumn('confirmed_at', time)
    .addColumn('ended_at', time)
    .execute();
  await schema.createIndex('staff_invitations_by_person').on('staff_invitations').column('person_id').execute();
  await schema.createIndex('staff_invitations_by_inviter').on('staff_invitations').column('invited_by').execute();

  await schema
    .createTable('staff_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('role', 'text')
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('device_id', 'text')
    .addColumn('created_at', time, (column) => column.notNull())
    .addColumn('expires_at', time, (column) => column.notNull())
    .addColumn('active_at', time, (column) => column.notNull())
    .addColumn('proved_at', time)
    .addColumn('locked_at', time)
    .addColumn('ended_at', time)
    .addColumn('device_link_at', time)
    .addColumn('wrong_codes', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('new_password_hash', 'text')
    .addColumn('new_totp_secret', 'text')
    .execute();
  await schema.createIndex('staff_sessions_by_person').on('staff_sessions').column('person_id').execute();
  await schema.createIndex('staff_sessions_by_end').on('staff_sessions').column('expires_at').execute();

  await schema
    .createTable('staff_used_challenges')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', time, (column) => column.notNull())
    .execute();
  await schema.createIndex('staff_used_challenges_by_end').on('staff_used_challenges').column('expires_at').execute();

  await schema
    .createTable('staff_notices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('about_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('created_at', time, (column) => column.notNull())
    .execute();
  await schema.createIndex('staff_notices_by_person').on('staff_notices').column('person_id').execute();
  await schema.createIndex('staff_notices_by_subject').on('staff_notices').column('about_id').execute();
}
