import type { DeclaredMarked, DeclaredSaga, DeclaredStep } from '../contract/index.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

const FORMERLY = {
  description: 'What earlier versions called it: sagas that they began have markers with these names.',
  type: String,
  isArray: true,
};

@ApiSchema({ name: 'DeclaredUndo' })
export class DeclaredUndoResponse implements DeclaredMarked {
  @ApiProperty({ example: 'payment.refund' })
  name!: string;

  @ApiPropertyOptional(FORMERLY)
  formerly?: string[];

  @ApiProperty({ description: 'The event that ends it.', example: 'PaymentRefunded' })
  done!: string;
}

@ApiSchema({ name: 'DeclaredStep' })
export class DeclaredStepResponse implements DeclaredStep {
  @ApiProperty({ example: 'payment.capture' })
  name!: string;

  @ApiPropertyOptional(FORMERLY)
  formerly?: string[];

  @ApiProperty({ description: 'The event it waits for.', example: 'PaymentCaptured' })
  done!: string;

  @ApiPropertyOptional({ description: 'The event that turns the saga back.', example: 'PaymentDeclined' })
  refused?: string;

  @ApiPropertyOptional({
    description: 'The event that leaves it open until the truth is known.',
    example: 'PaymentInDoubt',
  })
  unknown?: string;

  @ApiPropertyOptional({ description: 'What takes it back.', type: DeclaredUndoResponse })
  undo?: DeclaredUndoResponse;
}

@ApiSchema({ name: 'SagaDefinition', description: 'A saga as its table in the code declares it.' })
export class SagaDefinitionResponse implements DeclaredSaga {
  @ApiProperty({ example: 'place-order' })
  name!: string;

  @ApiProperty({ example: 'OrderPlaced' })
  startsOn!: string;

  @ApiProperty({ description: 'Whether it turns back after SAGA_DEADLINE.', example: true })
  expires!: boolean;

  @ApiProperty({ description: 'In their order.', type: [DeclaredStepResponse] })
  steps!: DeclaredStepResponse[];

  @ApiPropertyOptional({ description: 'The last word after everything is undone.', type: DeclaredUndoResponse })
  whenUndone?: DeclaredUndoResponse;
}

@ApiSchema({ name: 'SagaDefinitionList', description: 'Every saga that this version of the service runs.' })
export class SagaDefinitionListResponse {
  @ApiProperty({ type: [SagaDefinitionResponse] })
  items!: SagaDefinitionResponse[];

  @ApiProperty({
    description: 'Always null: all of them are on one page.',
    type: String,
    nullable: true,
    example: null,
  })
  nextCursor!: null;
}
