export * from './audit.queries.js';
