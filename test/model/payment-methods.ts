/** How an order can be paid, by what the bank and its messenger do; `pays` is what becomes of the payment in the end. */
export const METHODS = {
  'a card that pays': { id: 'pm_card_visa', pays: true },
  'a card that is declined': { id: 'pm_card_chargeDeclined', pays: false },
  'a card that answers late': { id: 'pm_sandbox_delay_400', pays: true },
  'a card that pays when the answer was given': { id: 'pm_sandbox_async-outcome_succeeded_200', pays: true },
  'a card that is declined when the answer was given': { id: 'pm_sandbox_async-outcome_failed_200', pays: false },
  'a card whose notices come before the answer': { id: 'pm_sandbox_webhook-first', pays: true },
  'a card whose notices come twice': { id: 'pm_sandbox_webhook-twice', pays: true },
  'a card whose notices come in the wrong order': { id: 'pm_sandbox_webhook-reordered', pays: true },
  'a card whose notices never come': { id: 'pm_sandbox_webhook-never', pays: true },
  'a card whose answer is lost': { id: 'pm_sandbox_drop-after-effect', pays: true },
  'a card that answers when nobody waits any more': { id: 'pm_sandbox_delay_1500', pays: true },
  'a card at whose first use the provider fails': { id: 'pm_sandbox_fail-before_500', pays: true },
} as const;

export type Method = keyof typeof METHODS;

/** What is found out at the next look only, seconds later. */
export const IN_DOUBT: readonly Method[] = [
  'a card whose answer is lost',
  'a card that answers when nobody waits any more',
  'a card at whose first use the provider fails',
];
