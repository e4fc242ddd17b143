import { RecordedAnswer } from './door-signals.js';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** Sends the stored bytes as they are. */
@Catch(RecordedAnswer)
export class RecordedAnswerFilter implements ExceptionFilter<RecordedAnswer> {
  catch({ answer, extraHeaders }: RecordedAnswer, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    void reply
      .status(answer.status)
      .headers({ ...answer.headers, ...extraHeaders })
      .send(answer.body);
  }
}
