/** Preloaded into a child: SIGUSR2 rejects a promise that nobody awaits, as a handler with a forgotten `await` would. */
process.on('SIGUSR2', () => {
  void Promise.reject(new Error('nobody awaited this'));
});
