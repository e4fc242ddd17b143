export * from './price-policy.js';
export * from './stock.commands.js';
export * from './stock.events.js';
export * from './stock.queries.js';
export * from './stock.view.js';
