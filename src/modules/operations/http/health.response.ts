import type { HealthPartView, HealthView, WorkerView } from '../contract/index.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'HealthPart' })
export class HealthPartResponse implements HealthPartView {
  @ApiProperty({ enum: ['database', 'migrations', 'worker'], example: 'worker' })
  name!: HealthPartView['name'];

  @ApiProperty({ enum: ['up', 'down'], example: 'up' })
  state!: HealthPartView['state'];

  @ApiProperty({
    description: 'Since when this instance knows it to be so; it looks when somebody asks.',
    format: 'date-time',
    example: '2026-03-14T09:26:53.589Z',
  })
  since!: string;

  @ApiPropertyOptional({ description: 'Why it is down.' })
  detail?: string;
}

@ApiSchema({ name: 'Worker', description: 'A process that works on this database.' })
export class WorkerResponse implements WorkerView {
  @ApiProperty({ example: 'worker-4c1d2e3f5a6b7c8d9e' })
  id!: string;

  @ApiProperty({ description: 'Its last heartbeat.', format: 'date-time', example: '2026-03-14T09:26:53.589Z' })
  seenAt!: string;

  @ApiProperty({ description: 'Whether that is within its LEASE; otherwise others take its jobs.', example: true })
  isAlive!: boolean;
}

@ApiSchema({ name: 'Migrations' })
export class MigrationsResponse {
  @ApiProperty({ type: 'integer', minimum: 0, example: 24 })
  applied!: number;

  @ApiProperty({ description: 'What this version needs and the database has not.', type: [String], example: [] })
  missing!: string[];

  @ApiProperty({ description: 'What a newer version has brought already.', type: [String], example: [] })
  unknown!: string[];
}

@ApiSchema({ name: 'Health', description: 'How the instance that answers is.' })
export class HealthResponse implements HealthView {
  @ApiProperty({ description: 'What `GET /health/ready` decides.', enum: ['ok', 'unready'], example: 'ok' })
  status!: HealthView['status'];

  @ApiProperty({ example: '0.1.0' })
  version!: string;

  @ApiProperty({ enum: ['all', 'api', 'worker'], example: 'all' })
  role!: HealthView['role'];

  @ApiProperty({ format: 'date-time', example: '2026-03-14T09:20:00.000Z' })
  startedAt!: string;

  @ApiProperty({ type: [HealthPartResponse] })
  parts!: HealthPartResponse[];

  @ApiPropertyOptional({ description: 'Absent while the database cannot be asked.', type: [WorkerResponse] })
  workers?: WorkerResponse[];

  @ApiPropertyOptional({ description: 'Absent while the database cannot be asked.', type: MigrationsResponse })
  migrations?: MigrationsResponse;
}
