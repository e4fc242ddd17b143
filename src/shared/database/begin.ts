/**
 * The statements of a transaction of ours follow each other within milliseconds. A process that says nothing for this
 * long inside one is stopped, starved or cut off, and would keep its rows from every living instance until it wakes.
 */
const SILENT_MS = 2_000;

/**
 * Opens a transaction that the database gives up when its process falls silent in the middle; the process then finds
 * its connection closed. Set for this transaction only, so that it holds behind a transaction-mode pooler as well.
 */
export const BEGIN = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${SILENT_MS}`;
