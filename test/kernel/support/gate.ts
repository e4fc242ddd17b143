/** A place where parties wait until all have arrived. */
export function barrier(parties: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = parties;
  return () => {
    missing--;
    if (missing <= 0) resolve();
    return promise;
  };
}

/** A door that one party opens and others wait at. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
