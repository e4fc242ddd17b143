/** What a command needs of the world around it. */
export interface Surroundings {
  readonly variables: NodeJS.ProcessEnv;
  /** What was asked for, and nothing else: stdout. */
  readonly print: (text: string) => void;
  /** What is said on the way: stderr. */
  readonly say: (line: string) => void;
  /** The answer of whoever sits at the terminal; absent where nobody does. */
  readonly ask?: (question: string) => Promise<string>;
  readonly pause: (ms: number) => Promise<void>;
}
