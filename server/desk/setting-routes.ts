/** The settings screen's endpoints, over the service of settings. */
import type { FastifyInstance } from 'fastify';
import type { SettingsView } from '#contract/desk/setting-endpoints.ts';
import * as endpoints from '#contract/desk/setting-endpoints.ts';
import { isAnyOwnCodeLive } from '#server/access/service.ts';
import { operatorAddresses } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { answered, ok, register } from '#server/http/endpoint.ts';
import type { Refusal } from '#server/http/refusal.ts';
import type { SettingOutcome } from '#server/settings/service.ts';
import { nextHour } from '#server/times.ts';

export function settingRoutes(app: FastifyInstance, context: Context): void {
  const { audit, changes, config, delivery, settings, storage, now } = context;
  const hours = changes.shared('settings', settings.lenderHours);

  async function view(): Promise<SettingsView> {
    const at = now();
    const { textAgent, sharedCode, alertRecipients, jacket, lenderHours } = await settings.view();
    const { alerts } = config;
    return {
      textAgent,
      sharedCode: { ...sharedCode, anyOwnCode: await isAnyOwnCodeLive(storage.db, at.toISOString()) },
      alertRecipients: {
        version: alertRecipients.version,
        environment: [
          ...operatorAddresses(config).map((value) => ({ kind: 'mail' as const, value })),
          ...(alerts.phone ? [{ kind: 'phone' as const, value: alerts.phone }] : []),
        ],
        further: [...alertRecipients.further],
        can: { mail: delivery.can.mail, phone: delivery.can.sms },
      },
      jacket: { version: jacket.version, items: [...jacket.items], retired: [...jacket.retired] },
      lenderHours: {
        version: lenderHours.version,
        lenders: [...lenderHours.lenders],
        hours: [...lenderHours.hours],
      },
      changesAt: nextHour(at),
    };
  }

  /** The settings after a change: 200 when the change was made, else 409. Throws the refusal when the outcome is one. */
  async function answer<Why extends string>(
    outcome: SettingOutcome<Why>,
    refuse: (why: Why, more?: { readonly text?: string }) => Refusal,
  ) {
    if (outcome.kind === 'refused') throw refuse(outcome.why, outcome.text === undefined ? {} : { text: outcome.text });
    return answered(outcome.kind === 'done', await view());
  }

  register(app, context, endpoints.viewSettings, async ({ caller }) => {
    audit.listed(caller, { name: 'settings' });
    return ok(await view());
  });

  register(app, context, endpoints.listLenderHours, async () => ok({ hours: [...(await hours())] }));

  register(app, context, endpoints.setTextAgent, async ({ caller: { personId: by }, body: { version, on }, refuse }) =>
    answer(await settings.setTextAgent(on, { by, version }), refuse),
  );

  register(app, context, endpoints.setSharedCode, async ({ caller: { personId: by }, body, refuse }) =>
    answer(await settings.setSharedCode(body.on, body.force, { by, version: body.version }), refuse),
  );

  register(app, context, endpoints.setAlertRecipients, async ({ caller: { personId: by }, body, refuse }) =>
    answer(await settings.setAlertRecipients(body.recipients, { by, version: body.version }), refuse),
  );

  register(app, context, endpoints.setJacket, async ({ caller: { personId: by }, body: { version, items }, refuse }) =>
    answer(await settings.setJacket(items, { by, version }), refuse),
  );

  register(app, context, endpoints.setLenderHours, async ({ caller: { personId: by }, body, refuse }) =>
    answer(await settings.setLenderHours(body.hours, { by, version: body.version }), refuse),
  );
}
