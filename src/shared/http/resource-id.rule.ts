import { isId } from '../kernel/ids.js';
import { ValidateBy } from 'class-validator';

/** A member that holds the id of one of our resources as an answer gave it; another spelling would be another target. */
export const IsResourceId = (): PropertyDecorator =>
  ValidateBy({
    name: 'isResourceId',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isId(value),
      defaultMessage: () => 'must be an id as an answer gave it: a UUID in lower case',
    },
  });
