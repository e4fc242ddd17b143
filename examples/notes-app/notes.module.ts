import { authorOf } from './author.js';
import { CreateNotes1764000070000 } from './create-notes.migration.js';
import { Note } from './note.entity.js';
import { NotesController } from './notes.controller.js';
import { CreateIdempotencyRecords1764000060000, IdempotencyModule } from '#modules/idempotency/index.js';
import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

@Module({})
export class NotesModule {
  static on(databaseUrl: string): DynamicModule {
    return {
      module: NotesModule,
      imports: [
        TypeOrmModule.forRoot({
          type: 'postgres',
          url: databaseUrl,
          entities: [Note],
          migrations: [CreateIdempotencyRecords1764000060000, CreateNotes1764000070000],
          migrationsRun: true,
        }),
        IdempotencyModule.forRoot({ tenantOf: authorOf }),
      ],
      controllers: [NotesController],
    };
  }
}
