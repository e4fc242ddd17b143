import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { loggableError } from './loggable-error.js';
import { answerProblem } from './problem-answer.js';
import { problemOf } from './problem-of.js';
import type { Problem } from './problem.js';
import { traceIdOf } from './trace-id.js';

/** What a module may add to a problem before it is sent, e.g. `retry` on its routes. Undefined leaves it as it is. */
export type ProblemRefinement = (problem: Problem, request: FastifyRequest, error: unknown) => Problem | undefined;

/** The one way an error leaves the service: a problem answer for the caller, and for ours one log line with its trace id. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Problem');

  constructor(private readonly refinements: readonly ProblemRefinement[] = []) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    // Errors of a Nest middleware come with Node's own request and response.
    const request = http.getRequest<FastifyRequest | IncomingMessage>();
    const raw = 'raw' in request ? request.raw : request;
    let problem = problemOf(error);
    if ('raw' in request) {
      for (const refine of this.refinements) problem = refine(problem, request, error) ?? problem;
    }
    if (problem.status >= 500) this.log(problem, raw, error);
    answerProblem(problem, raw, http.getResponse<FastifyReply | ServerResponse>());
  }

  private log(problem: Problem, request: IncomingMessage, error: unknown): void {
    const line = {
      traceId: traceIdOf(request),
      method: request.method,
      status: problem.status,
      err: loggableError(error),
    };
    if (problem.status === 503) this.logger.warn(line);
    else this.logger.error(line);
  }
}
