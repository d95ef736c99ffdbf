/** Which bodies a route reads. Parsers belong to a scope of the app; each route is in the scope of the bodies it accepts. */
import type { FastifyInstance } from 'fastify';
import type { BodyType } from '#contract/endpoint.ts';

/** The media types of each kind of body. */
export const mediaTypes: Readonly<Record<BodyType, readonly string[]>> = {
  json: ['application/json'],
  'json-as-text': ['text/plain', 'application/octet-stream'],
  'form-data': ['multipart/form-data'],
  'url-encoded': ['application/x-www-form-urlencoded'],
};

/** Lets a scope read only the bodies that its routes accept. */
function addBodyParsers(scope: FastifyInstance, accepts: readonly BodyType[]): void {
  if (!accepts.includes('form-data')) scope.removeContentTypeParser(mediaTypes['form-data'] as string[]);
  if (!accepts.includes('json')) scope.removeContentTypeParser(mediaTypes.json as string[]);
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  if (accepts.includes('json-as-text')) {
    const types = mediaTypes['json-as-text'] as string[];
    scope.addContentTypeParser(types, { parseAs: 'string' }, (request, body, done) =>
      parseJson(request, String(body), done),
    );
  }
  if (accepts.includes('url-encoded')) {
    const types = mediaTypes['url-encoded'] as string[];
    scope.addContentTypeParser(types, { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
  }
}

/** The routes that wait for their scope to load, by app and by the bodies they accept. */
const waiting = new WeakMap<FastifyInstance, Map<string, ((scope: FastifyInstance) => void)[]>>();

/**
 * Adds routes in a scope of the app that reads the bodies they accept and no others. Routes that accept the same bodies share a
 * scope, because a scope costs more at the start than a route.
 */
export function inScopeOf(
  app: FastifyInstance,
  accepts: readonly BodyType[],
  addRoutes: (scope: FastifyInstance) => void,
): void {
  const ofApp = waiting.getOrInsertComputed(app, () => new Map());
  const name = [...accepts].sort().join(' and ');
  const others = ofApp.get(name);
  if (others) {
    others.push(addRoutes);
    return;
  }
  const all = [addRoutes];
  ofApp.set(name, all);
  void app.register(async (scope) => {
    // The scope is loading now, so routes that are added later get another one.
    ofApp.delete(name);
    addBodyParsers(scope, accepts);
    for (const add of all) add(scope);
  });
}
