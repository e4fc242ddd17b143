import { unknownStock } from '../domain/stock.errors.js';
import { validationFailed } from '#shared/http/validation-failed.js';
import { Injectable, type PipeTransform } from '@nestjs/common';

const SKU = /^[A-Za-z0-9._-]{1,64}$/;

/** A path segment that can be a SKU at all; when it cannot, it names nothing. */
@Injectable()
export class SkuPipe implements PipeTransform<string, string> {
  transform(sku: string): string {
    if (SKU.test(sku)) return sku;
    if (sku.length > 64) throw unknownStock('');
    throw validationFailed([
      { pointer: '/sku', detail: 'must be 1 to 64 letters, digits, dots, dashes or underscores' },
    ]);
  }
}
