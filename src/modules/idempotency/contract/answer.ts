/** An answer as it is stored and replayed: the same bytes every time. */
export interface Answer {
  readonly status: number;
  /** Only these travel with a replay (semantics 8); names in lower case. */
  readonly headers: Readonly<Partial<Record<ReplayedHeader, string>>>;
  readonly body: string;
}

export type ReplayedHeader = 'location' | 'etag' | 'content-type' | 'content-language' | 'last-modified';

const JSON_TYPE = 'application/json; charset=utf-8';

/** A JSON answer; members that are undefined are left out. */
export const jsonAnswer = (
  status: number,
  body: object,
  headers: { readonly location?: string; readonly etag?: string; readonly 'content-type'?: string } = {},
): Answer => ({ status, headers: { 'content-type': JSON_TYPE, ...headers }, body: JSON.stringify(body) });
