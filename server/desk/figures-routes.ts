/** The Numbers screen's endpoint, over the service of figures. */
import type { FastifyInstance } from 'fastify';
import { type Figures, type FiguresQuery, viewFigures } from '#contract/desk/figures-endpoints.ts';
import type { Context } from '#server/context.ts';
import { ok, register } from '#server/http/endpoint.ts';

/** The most queries remembered, each with its shared read. */
const mostShared = 50;

/** Makes one read of the figures serve all consoles that ask the same at about the same time. */
function shareByQuestion({ changes, figures }: Context) {
  const shared = new Map<string, () => Promise<Figures | undefined>>();
  return (query: FiguresQuery): Promise<Figures | undefined> => {
    const { period, day, from, to, step, dealership, person } = query;
    const key = JSON.stringify([period, day, from, to, step, dealership, person]);
    const known = shared.get(key) ?? changes.shared('board', () => figures.view(query));
    // A map keeps the order of insertion. Inserting the key again makes it the newest, so the first key is the least recently used.
    shared.delete(key);
    shared.set(key, known);
    const [oldest] = shared.keys();
    if (shared.size > mostShared && oldest !== undefined) shared.delete(oldest);
    return known();
  };
}

export function figuresRoutes(app: FastifyInstance, context: Context): void {
  const view = shareByQuestion(context);

  register(app, context, viewFigures, async ({ caller, query, refuse }) => {
    const filters = (['dealership', 'person'] as const).filter((name) => query[name] !== undefined);
    context.audit.listed(caller, { name: 'numbers', filters });
    const value = await view(query);
    if (!value) throw refuse('badPeriod');
    return ok(value);
  });
}
