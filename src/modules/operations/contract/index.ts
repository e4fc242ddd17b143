export * from './act.view.js';
export * from './audit.queries.js';
export * from './list-acts.queries.js';
export * from './saga.commands.js';
export * from './saga.queries.js';
