import { answerRules } from './answers.rules.js';
import { flowRules } from './flows.rules.js';
import { deliveryRules, inboxRules } from './messages.rules.js';
import { orderRules } from './orders.rules.js';
import { paymentRules } from './payments.rules.js';
import { factRules, refundRules } from './refunds.rules.js';
import { movementRules, reservationRules, stockRules } from './stock.rules.js';
import { timelineRules } from './timeline.rules.js';
import type { Walk } from '../rule.js';

/** Everything that is checked in the tables alone. */
export const TABLE_WALKS: readonly Walk[] = [
  orderRules,
  paymentRules,
  refundRules,
  factRules,
  stockRules,
  reservationRules,
  movementRules,
  flowRules,
  answerRules,
  timelineRules,
  inboxRules,
  deliveryRules,
];
