import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'Live' })
export class LiveResponse {
  @ApiProperty({ enum: ['ok'] })
  status!: string;
}

@ApiSchema({ name: 'Ready' })
export class ReadyResponse extends LiveResponse {}
