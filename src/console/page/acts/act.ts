/** What an operator may do, as the dialog needs to know it. */
export interface Act {
  /** On the button: `Undo the order`. */
  readonly name: string;
  /** What it means, before anything is asked. */
  readonly about: string;
  /** The route. */
  readonly path: string;
  /** Members of the body that follow from what was seen. */
  readonly fixed?: object;
  /** What else the operator has to say. */
  readonly fields?: readonly ActField[];
}

export interface ActField {
  readonly name: string;
  readonly label: string;
  /** One of these; any text without. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly isOptional?: boolean;
  readonly hint?: string;
}

/** What the API says an act does or did. */
export interface ActAnswer {
  readonly outcome: 'done' | 'would_be_done' | 'proposed';
  readonly effects: readonly string[];
  readonly afterwards: readonly string[];
}
