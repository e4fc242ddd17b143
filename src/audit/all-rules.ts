import { ANSWER_UNTRUE } from './answers/answers-hold.js';
import { HEARD_RULES } from './heard/check-heard.js';
import { PROVIDER_RULES } from './provider/provider.rules.js';
import type { Rule } from './rule.js';
import { TABLE_WALKS } from './rules/table-walks.js';

/** Everything that an audit can find, in the order in which it is checked. */
export const ALL_RULES: readonly Rule[] = [
  ...TABLE_WALKS.flatMap(({ rules }) => rules),
  ANSWER_UNTRUE,
  ...PROVIDER_RULES,
  ...HEARD_RULES,
];
