/** The messages screen's endpoints, over the service of messages. */
import type { FastifyInstance } from 'fastify';
import type { MessageRecord, MessageRow } from '#contract/desk/message-endpoints.ts';
import * as endpoints from '#contract/desk/message-endpoints.ts';
import type { Context } from '#server/context.ts';
import { answered, type Call, ok, register } from '#server/http/endpoint.ts';
import { policyOfPreview } from '#server/http/security-headers.ts';
import type { PressOutcome } from '#server/messages/service.ts';
import type { MessageSubject } from '#server/outbox/message-kind.ts';
import type { OverviewRow, PageCursor } from '#server/outbox/service.ts';
import { decodeTextCursor, encodeTextCursor, pageOf, pageRows } from '#server/paging.ts';
import { fieldsOf } from '#server/rows.ts';
import { createShow } from './shown.ts';

const cursorOf = ({ recipient, created_at, id }: PageCursor): string => encodeTextCursor([recipient, created_at, id]);

/** The position in a cursor; undefined when the text is not a valid cursor. */
function positionOf(cursor: string): PageCursor | undefined {
  const [recipient, created_at, id] = decodeTextCursor(cursor, 3) ?? [];
  if (recipient === undefined || created_at === undefined || id === undefined) return undefined;
  return Number.isNaN(Date.parse(created_at)) ? undefined : { recipient, created_at, id };
}

const presentSubject = ({ kind, id, label }: MessageSubject) => ({ kind, id, label });

export function messageRoutes(app: FastifyInstance, context: Context): void {
  const { audit, messages, now } = context;

  function present(row: OverviewRow): MessageRow {
    const at = now().toISOString();
    const sending = row.lease_until !== null && row.lease_until > at;
    const isOver = row.expires_at !== null && row.expires_at <= at;
    const isUnsent = row.state === 'waiting' || row.state === 'unsure';
    return {
      ...fieldsOf(row, 'id', 'kind', 'channel', 'state', 'attempts', 'created_at', 'sent_at', 'delivered_at'),
      ...fieldsOf(row, 'last_error', 'retried_at'),
      about: row.about ? presentSubject(row.about) : null,
      to: row.recipient || messages.operator,
      toOperator: row.recipient === '',
      sending,
      dueAt: isUnsent ? row.due_at : null,
      failedAt: row.state === 'failed' ? row.failed_at : null,
      mayHaveArrived: row.unsure_at !== null && row.state !== 'sent',
      can: {
        retry: (row.state === 'failed' || isUnsent) && !sending && !isOver,
        giveUp: row.state === 'failed' && !sending && !isOver,
      },
    };
  }

  async function recordOf(row: OverviewRow): Promise<MessageRecord> {
    const written = await messages.preview(row);
    const events = await messages.history(row.id);
    const over = (await messages.whyOver(row)) ?? null;
    const shown = present(row);
    return {
      ...shown,
      can: { ...shown.can, retry: shown.can.retry && over === null },
      events: events.map(({ at, kind, attempt, step, said, by }) => ({ at, kind, attempt, step, said, by })),
      preview:
        'fault' in written
          ? null
          : { subject: written.subject ?? null, text: written.text, html: written.html !== undefined },
      previewFault: 'fault' in written ? written.fault : null,
      over,
      serverNow: now().toISOString(),
    };
  }

  const shown = createShow(context, 'message', async (id) => {
    const row = await messages.find(id);
    return row && recordOf(row);
  });

  const shownHtml = createShow(context, 'message', async (id) => {
    const row = await messages.find(id);
    const written = row && (await messages.preview(row));
    return written && !('fault' in written) ? written.html : undefined;
  });

  /** The record after an action: 200 when the action took effect, else 409. Throws the refusal when there is no such message. */
  async function afterPress(
    call: Pick<Call<typeof endpoints.retryMessage>, 'caller' | 'params' | 'refuse'>,
    press: (row: OverviewRow) => Promise<PressOutcome>,
  ) {
    const { id } = call.params;
    const before = await messages.find(id);
    if (!before) throw call.refuse('notFound');
    const made = (await press(before)) === 'done';
    return answered(made, await shown(id, call, made));
  }

  register(app, context, endpoints.listMessages, async ({ caller, query, refuse }) => {
    const { filter, channel, search, cursor } = query;
    const filters = [filter && `state ${filter}`, channel && `channel ${channel}`, search && 'search'];
    audit.listed(caller, { name: 'messages', filters: filters.filter((one) => one !== undefined) });
    const after = cursor === undefined ? undefined : positionOf(cursor);
    if (cursor !== undefined && !after) throw refuse('badCursor');
    const page = pageOf(await messages.list({ filter, channel, search, after, limit: pageRows + 1 }), cursorOf);
    return ok({
      messages: page.rows.map(present),
      nextCursor: page.cursor,
      unfinished: await messages.unfinished(),
      serverNow: now().toISOString(),
    });
  });

  register(app, context, endpoints.viewMessage, async (call) => ok(await shown(call.params.id, call)));

  register(app, context, endpoints.previewMessage, async (call) => {
    const html = await shownHtml(call.params.id, call);
    return call.reply.headers({ 'content-security-policy': policyOfPreview }).type('text/html').send(html);
  });

  register(app, context, endpoints.retryMessage, async (call) =>
    afterPress(call, (row) => messages.retry(row, call.caller.personId, call.body.retriedAt)),
  );

  register(app, context, endpoints.giveUpMessage, async (call) =>
    afterPress(call, (row) => messages.giveUp(row, call.caller.personId, call.body.retriedAt)),
  );

  register(app, context, endpoints.retryAllMessages, async ({ body, caller }) => {
    const { mail, sms } = await messages.retryAll(caller.personId, body.seen);
    return ok({ count: mail + sms });
  });
}
