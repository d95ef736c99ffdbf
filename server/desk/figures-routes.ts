/** The Numbers screen's endpoint, over the service of figures. */
import type { FastifyInstance } from 'fastify';
import { type Figures, type FiguresQuery, viewFigures } from '#contract/desk/figures-endpoints.ts';
import type { Context } from '#server/context.ts';
import { ok, register } from '#server/http/endpoint.ts';
import { putNewest } from '#server/put-newest.ts';

/** The most queries remembered, each with its shared read. */
const mostShared = 50;

/** Makes one read of the figures serve all consoles that ask the same at about the same time. */
function shareByQuestion({ changes, figures }: Context) {
  const shared = new Map<string, () => Promise<Figures | undefined>>();
  return (query: FiguresQuery): Promise<Figures | undefined> => {
    const { period, day, from, to, step, dealership, person } = query;
    const key = JSON.stringify([period, day, from, to, step, dealership, person]);
    const known = shared.get(key) ?? changes.shared('board', () => figures.view(query));
    putNewest(shared, key, known, mostShared);
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
