export * from './answer.js';
export * from './decided-answer.js';
export * from './idempotent.decorator.js';
export * from './in-unit.decorator.js';
export * from './problem-answer.js';
export * from './progress-teller.js';
export * from './request.queries.js';
export { Visit } from '../door/visit.js';
