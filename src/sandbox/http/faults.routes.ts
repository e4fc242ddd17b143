import type { FastifyInstance } from 'fastify';
import type { FaultMatch } from '../faults/armed-fault.js';
import { type Fault, isRoadFault } from '../faults/fault.js';
import { FaultMistake, readFault } from '../faults/fault.reader.js';
import { bodyOf, ControlMistake } from './control-mistake.js';
import type { Provider } from './provider.js';

/** Nobody means to break more requests than this. */
const MOST_TIMES = 1_000_000;

/** `/_sandbox/faults`: arm, list, clear. */
export function faultRoutes(app: FastifyInstance, { faults, killService }: Provider): void {
  app.post('/faults', (request, reply) => {
    const body = bodyOf(request.body);
    const match = matchOf(body.match);
    const fault = faultOf(body.fault);
    mustBeAbleToAct(match, fault);
    if (fault.kind === 'kill-after-effect' && !killService)
      throw new ControlMistake('This sandbox runs alone: there is no service that it could kill.', 409);
    return reply.code(201).send(faults.arm(match, fault, timesOf(body.times)));
  });

  app.get('/faults', () => ({ items: faults.list() }));

  app.delete('/faults', () => ({ cleared: faults.clear() }));
}

function matchOf(match: unknown): FaultMatch {
  if (typeof match !== 'object' || match === null) {
    throw new ControlMistake('"match" must be an object with "method" and "path".');
  }
  const { method, path, paymentMethod } = match as Record<string, unknown>;
  const verb = typeof method === 'string' ? method.toUpperCase() : undefined;
  if (verb !== 'GET' && verb !== 'POST') throw new ControlMistake('"match.method" must be "GET" or "POST".');
  if (typeof path !== 'string' || !path.startsWith('/')) {
    throw new ControlMistake('"match.path" must be a path prefix such as "/v1/payment_intents".');
  }
  if (paymentMethod === undefined) return { method: verb, path };
  if (typeof paymentMethod !== 'string') throw new ControlMistake('"match.paymentMethod" must be a string.');
  return { method: verb, path, paymentMethod };
}

function faultOf(fault: unknown): Fault {
  if (typeof fault !== 'object' || fault === null) throw new ControlMistake('"fault" must be an object with "kind".');
  try {
    return readFault(fault as Record<string, unknown>);
  } catch (mistake) {
    if (mistake instanceof FaultMistake) throw new ControlMistake(mistake.message);
    throw mistake;
  }
}

function timesOf(times: unknown = 1): number {
  if (typeof times === 'number' && Number.isInteger(times) && times >= 1 && times <= MOST_TIMES) return times;
  throw new ControlMistake(`"times" must be a whole number from 1 to ${MOST_TIMES}.`);
}

/** A fault that no request can meet would make a test pass for the wrong reason. */
function mustBeAbleToAct({ method, path }: FaultMatch, fault: Fault): void {
  if (isRoadFault(fault)) return;
  if (method === 'GET') throw new ControlMistake(`A GET makes nothing, so "${fault.kind}" must match a POST.`);
  const needs = NEEDS_PATH[fault.kind];
  if (needs && !needs.startsWith(path) && !path.startsWith(needs)) {
    throw new ControlMistake(`"${fault.kind}" acts on ${needs}, which "match.path" excludes.`);
  }
}

const NEEDS_PATH: Readonly<Partial<Record<Fault['kind'], string>>> = {
  'async-outcome': '/v1/payment_intents',
  'requires-action': '/v1/payment_intents',
  'refund-pending': '/v1/refunds',
  'refund-fails-later': '/v1/refunds',
};
