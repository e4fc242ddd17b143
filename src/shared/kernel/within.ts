/** The result, or a rejection when it is not there in time; what was begun goes on, and what becomes of it is ignored. */
export function withinMs<T>(ms: number, begun: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not within ${ms} ms`)), ms);
    void begun.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
