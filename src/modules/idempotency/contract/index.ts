export * from '../by-saga/decided-answer.js';
export * from '../by-saga/progress-teller.js';
export * from '../by-saga/request.queries.js';
export * from './answer.js';
export * from './idempotent.decorator.js';
export * from './in-unit.decorator.js';
export * from './problem-answer.js';
export { Visit } from '../door/visit.js';
