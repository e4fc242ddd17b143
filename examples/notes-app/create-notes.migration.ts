import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateNotes1764000070000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE notes (id uuid CONSTRAINT notes_pkey PRIMARY KEY, author text NOT NULL, text text NOT NULL)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notes');
  }
}
