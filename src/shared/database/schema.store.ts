import { namesOfMigrations } from './migrations.js';
import { TableReadings } from './table-readings.js';
import { Injectable, type OnModuleInit } from '@nestjs/common';

/** How the schema of the database compares with what this version needs, by the names of migrations. */
export interface SchemaState {
  readonly applied: number;
  /** What this version needs and the database has not. */
  readonly missing: readonly string[];
  /** What a newer version has brought already. */
  readonly unknown: readonly string[];
}

/** PostgreSQL's undefined_table: nothing was ever migrated here. */
const NO_SUCH_TABLE = '42P01';

@Injectable()
export class SchemaStore implements OnModuleInit {
  private needed: readonly string[] = [];

  constructor(private readonly readings: TableReadings) {}

  async onModuleInit(): Promise<void> {
    this.needed = await namesOfMigrations();
  }

  /** Rejects when the database cannot be asked. */
  async read(): Promise<SchemaState> {
    const rows = await this.readings.now<{ name: string }>('SELECT name FROM migrations').catch(noRows);
    const applied = new Set(rows.map(({ name }) => name));
    return {
      applied: applied.size,
      missing: this.needed.filter((name) => !applied.has(name)),
      unknown: [...applied].filter((name) => !this.needed.includes(name)),
    };
  }
}

function noRows(error: Error & { code?: string }): [] {
  if (error.code === NO_SUCH_TABLE) return [];
  throw error;
}
