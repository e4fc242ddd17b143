import { LOOKUP_POOL } from './pools.js';
import { endsItsConnection, hangUp, prepared } from './prepared.js';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';

/** As many as go into one message; what more than that share is nothing, and the first would wait for the last. */
const MOST_QUESTIONS = 128;
/**
 * To the next answer that is no refusal, and within a client's patience: the server lets one question wait for less than
 * that, and when the next one waits as well, or nothing is heard at all, the message is given up.
 */
const ANSWERED_WITHIN_MS = 5_000;

interface Question {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly told: PromiseWithResolvers<object[]>;
}

type Answer = PromiseSettledResult<{ readonly rows: object[] }>;

/**
 * Finds single rows by their keys, by statements that are planned once and whose texts are never built from data; on a
 * connection of its own, so that a list which takes long keeps nobody from looking up.
 *
 * While one message is being answered, the next questions gather, and leave together: a message to the database costs
 * both sides more than a question in it. Each is answered, or refused, for itself; a connection that ends is the end of
 * all that were on it.
 */
@Injectable()
export class LookUps {
  private readonly waiting: Question[] = [];
  private isAsking = false;

  constructor(@Inject(LOOKUP_POOL) private readonly pool: Pool) {}

  /** Tells when its connection has ended: after a failover the database may have lost what it had answered. */
  onLostConnection(listener: () => void): void {
    this.pool.on('remove', listener);
  }

  find<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const told = Promise.withResolvers<object[]>();
    this.waiting.push({ text, values, told });
    if (!this.isAsking) {
      this.isAsking = true;
      // What is asked in the same breath is asked together.
      queueMicrotask(() => void this.askAll());
    }
    return told.promise as Promise<Row[]>;
  }

  private async askAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const questions = this.waiting.splice(0, MOST_QUESTIONS);
      try {
        await this.ask(questions);
      } catch (error) {
        for (const { told } of questions) told.reject(error);
      }
    }
    this.isAsking = false;
  }

  /** Throws when there is no connection. */
  private async ask(questions: readonly Question[]): Promise<void> {
    const client = await this.pool.connect();
    // Whatever is not answered ends with the connection.
    const silence = setTimeout(() => hangUp(client), ANSWERED_WITHIN_MS);
    const asked = questions.map(async ({ text, values }) => {
      const answer = await prepared(client, text, values);
      silence.refresh();
      return answer;
    });
    const answers = await Promise.allSettled(asked);
    clearTimeout(silence);
    client.release(answers.some(endedTheConnection));
    for (const [index, answer] of answers.entries()) tell(questions[index]!, answer);
  }
}

const endedTheConnection = (answer: Answer): boolean =>
  answer.status === 'rejected' && endsItsConnection(answer.reason);

function tell({ told }: Question, answer: Answer): void {
  if (answer.status === 'fulfilled') told.resolve(answer.value.rows);
  else told.reject(answer.reason);
}
