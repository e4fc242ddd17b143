/** Why the business said no: a stable code for programs and a sentence for people. */
export interface Failure {
  readonly code: string;
  readonly detail: string;
}
