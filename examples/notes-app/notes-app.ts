import { NotesModule } from './notes.module.js';
import { equipForKeys } from '#modules/idempotency/index.js';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';

/** Serves notes; rejects when a keyed route contradicts itself. Port 0: the system picks one. */
export async function serveNotes(databaseUrl: string, port: number): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(NotesModule.on(databaseUrl), new FastifyAdapter(), {
    logger: ['warn', 'error'],
    abortOnError: false,
  });
  equipForKeys(app);
  await app.listen(port);
  return app;
}
