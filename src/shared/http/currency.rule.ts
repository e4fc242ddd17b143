import { currencyCodes, isCurrency } from '../kernel/currency.js';
import { ValidateBy } from 'class-validator';

/** A member that holds the upper-case ISO 4217 code of money in circulation. */
export const IsCurrency = (): PropertyDecorator =>
  ValidateBy({
    name: 'isCurrency',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isCurrency(value),
      defaultMessage: () => `must be one of the ${currencyCodes.length} currency codes of ISO 4217, in capital letters`,
    },
  });
