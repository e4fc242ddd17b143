import type { AuditView } from '../contract/index.js';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'AuditRule' })
export class AuditRuleResponse {
  @ApiProperty({ description: 'docs/reliability.md explains it.', example: 'stock.movements-differ' })
  name!: string;

  @ApiProperty({ description: 'The promise that it is a part of.', example: 'I3' })
  invariant!: string;

  @ApiProperty({ type: 'integer', minimum: 0, example: 1 })
  violations!: number;
}

@ApiSchema({ name: 'AuditViolation' })
export class AuditViolationResponse {
  @ApiProperty({ example: 'stock.movements-differ' })
  rule!: string;

  @ApiProperty({ description: 'What is wrong: the id of an order, a payment, a message; a SKU.', example: 'TEA-GREEN' })
  subject!: string;

  @ApiProperty({ example: 'on hand 104, movements 97' })
  detail!: string;
}

@ApiSchema({ name: 'Audit', description: 'What the last nightly audit has found.' })
export class AuditResponse implements AuditView {
  @ApiProperty({ format: 'date-time', example: '2026-03-14T05:01:00.118Z' })
  startedAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-14T05:01:09.744Z' })
  finishedAt!: string;

  @ApiProperty({ description: 'Of all rules together; 0 is what has to be.', type: 'integer', minimum: 0, example: 1 })
  violations!: number;

  @ApiProperty({
    description: 'How many rows and entries of each kind were looked at.',
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { 'orders.orders': 48210, 'inventory.stock': 312 },
  })
  checked!: Record<string, number>;

  @ApiProperty({ description: 'Every rule that was checked, broken or not.', type: [AuditRuleResponse] })
  rules!: AuditRuleResponse[];

  @ApiProperty({ description: 'The first hundred violations of each rule.', type: [AuditViolationResponse] })
  found!: AuditViolationResponse[];
}
