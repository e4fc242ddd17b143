/** One run: unit specs beside the code, everything that needs PostgreSQL or HTTP under test/. */
export default {
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  moduleFileExtensions: ['ts', 'js', 'json', 'node'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleNameMapper: {
    '^#(audit|modules|shared)/(.*)\\.js$': '<rootDir>/src/$1/$2',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  reporters: ['default', '<rootDir>/test/support/closing-line.reporter.js'],
  // Two cores are the smallest machine this suite is timed on.
  maxWorkers: 2,
  // A worker keeps what each test file has loaded, 12 MB of it. At 2.5 GB one collection of garbage stops everything in it
  // for a second, which is more than many a scene has patience for.
  workerIdleMemoryLimit: '1GB',
  // A flow that starts an application, a sandbox and a database needs more than Jest's 5 s.
  testTimeout: 60_000,
};
