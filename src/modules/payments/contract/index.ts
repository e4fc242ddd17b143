export * from './attempt.queries.js';
export * from './doubt.commands.js';
export * from './payment.commands.js';
export * from './payment.events.js';
export * from './payment-fact.view.js';
export * from './payment.queries.js';
export * from './payment.view.js';
export * from './saga-names.js';
