/**
 * Preloaded into a child: SIGUSR2 keeps its only thread busy for BLOCKED_MS, as a computation that never yields would.
 * Nothing is renewed, answered or heard meanwhile.
 */
process.on('SIGUSR2', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(process.env['BLOCKED_MS']));
});
