import type { FastifyRequest } from 'fastify';
import { Params } from '../wire/params.js';

/** The query of a request in Stripe's form encoding. */
export function queryOf(request: FastifyRequest): Params {
  const start = request.url.indexOf('?');
  return new Params(start < 0 ? '' : request.url.slice(start + 1));
}

/** The path of a request without its query. */
export const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url;
