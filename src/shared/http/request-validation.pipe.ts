import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import { fieldErrors } from './field-errors.js';
import { plainShapeErrors } from './plain-shape.js';
import { validationFailed } from './validation-failed.js';

/**
 * The global pipe: a body or query becomes an instance of its request class, nothing is converted silently, and
 * whatever the class does not declare is refused (400 `validation_failed`).
 */
class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({
      whitelist: true,
      forbidNonWhitelisted: true,
      transform: true,
      transformOptions: { enableImplicitConversion: false },
      // Nest would forget the value of a member that holds others, and an absent one could not be told from a wrong one.
      validationError: { target: false, value: true },
      exceptionFactory: (errors) => validationFailed(fieldErrors(errors)),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== 'custom' && metadata.type !== 'param' && this.toValidate(metadata)) {
      // A request without any body is one without members; a body that is there has to be an object.
      if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value))) {
        throw validationFailed([{ pointer: '', detail: 'must be a JSON object' }]);
      }
      const errors = plainShapeErrors(value);
      if (errors.length > 0) throw validationFailed(errors);
    }
    return super.transform(value, metadata);
  }
}

export const validationPipe = (): ValidationPipe => new RequestValidationPipe();
