import type { StockView } from '../contract/index.js';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'Stock', description: 'One SKU of the catalogue: what it costs and how much there is.' })
export class StockResponse implements StockView {
  @ApiProperty({ example: 'TEA-GREEN' })
  sku!: string;

  @ApiProperty({ example: 'Green tea, 100 g' })
  name!: string;

  @ApiProperty({ description: 'Minor units of the currency.', example: 890, type: 'integer' })
  unitPrice!: number;

  @ApiProperty({ description: 'ISO 4217.', example: 'EUR' })
  currency!: string;

  @ApiProperty({ description: 'What was counted, less what was sold.', example: 100, type: 'integer' })
  onHand!: number;

  @ApiProperty({ description: 'Held for orders under way.', example: 2, type: 'integer' })
  reserved!: number;

  @ApiProperty({ description: 'What can be ordered: `onHand` less `reserved`.', example: 98, type: 'integer' })
  available!: number;

  @ApiProperty({ description: 'Its ETag; counts changes by people, not orders.', example: 1, type: 'integer' })
  version!: number;
}

@ApiSchema({ name: 'StockList', description: 'One page of the catalogue, by SKU.' })
export class StockListResponse {
  @ApiProperty({ type: [StockResponse] })
  items!: StockResponse[];

  @ApiProperty({ description: 'For `cursor`; null on the last page.', type: String, nullable: true, example: null })
  nextCursor!: string | null;
}
