import { fileURLToPath } from 'node:url';

/** The environment of a child that runs this file of test/support, and only then the service, in the same thread. */
export const preloaded = (file: `./${string}.main.ts`): Record<string, string> => ({
  NODE_OPTIONS: `--import=${fileURLToPath(new URL(file, import.meta.url))} --disable-warning=ExperimentalWarning`,
});
