export * from './order.commands.js';
export * from './order.events.js';
export * from './order.queries.js';
export * from './order.view.js';
export * from './saga-names.js';
export * from './timeline.queries.js';
