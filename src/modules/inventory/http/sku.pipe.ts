import { validationFailed } from '#shared/http/validation-failed.js';
import { Injectable, type PipeTransform } from '@nestjs/common';

/** `.` and `..` are not among them: a path cannot name those, clients resolve them before they ask (RFC 3986, 5.2.4). */
const SKU = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/;

export const isSku = (text: string): boolean => SKU.test(text);

/** A path segment that can be a SKU at all; 400 for every other one. */
@Injectable()
export class SkuPipe implements PipeTransform<string, string> {
  transform(sku: string): string {
    if (isSku(sku)) return sku;
    throw validationFailed([
      { pointer: '/sku', detail: 'must be 1 to 64 letters, digits, dots, dashes or underscores' },
    ]);
  }
}
