import type { FastifyRequest } from 'fastify';

/** The token of `authorization: Bearer {token}` (RFC 6750 2.1); undefined when there is none. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const [, token] = /^Bearer +([\w.~+/=-]{1,2000})$/i.exec(request.headers.authorization ?? '') ?? [];
  return token;
}
