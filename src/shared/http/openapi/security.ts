import type { ApiKey } from '../api-key.js';
import type { SecuritySchemeObject } from '@nestjs/swagger';

/** The two kinds of API keys, as the document names them: one security scheme per role. */
export const CLIENT = 'client';
export const OPERATOR = 'operator';

const bearer = (description: string): SecuritySchemeObject => ({ type: 'http', scheme: 'bearer', description });

export const securitySchemes: Readonly<Record<string, SecuritySchemeObject>> = {
  [CLIENT]: bearer('The key of a client: places orders, and sees what belongs to its tenant.'),
  [OPERATOR]: bearer('The key of an operator: keeps the stock, and sees every tenant.'),
};

/** What Swagger UI's `authorize` takes so that a person need not press the button: the first key of each role. */
export const authorizedWith = (keys: readonly ApiKey[]): Record<string, object> =>
  Object.fromEntries(
    [CLIENT, OPERATOR].flatMap((role) => {
      const key = keys.find((one) => one.role === role);
      return key ? [[role, { name: role, schema: securitySchemes[role], value: key.secret }]] : [];
    }),
  );
