/**
 * Ends a run with one line for whoever counts: `N passed, N failed`. A file that could not be run at all counts as one
 * failure, so that a suite that broke before its first test never looks like a success.
 */
export default class ClosingLineReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    const line = `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed\n`;
    // Jest writes its own summary after every other reporter: only the end of the process comes later.
    process.once('exit', () => process.stdout.write(line));
  }
}
