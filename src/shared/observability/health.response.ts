import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'Live' })
export class LiveResponse {
  @ApiProperty({ enum: ['ok'] })
  status!: string;
}

/** What Terminus answers when every check passes. */
@ApiSchema({ name: 'Ready' })
export class ReadyResponse extends LiveResponse {
  @ApiProperty({ description: 'What was checked.', type: Object, example: { database: { status: 'up' } } })
  info!: object;

  @ApiProperty({ description: 'Empty: what fails is answered 503.', type: Object, example: {} })
  error!: object;

  @ApiProperty({ description: 'All of it.', type: Object, example: { database: { status: 'up' } } })
  details!: object;
}
