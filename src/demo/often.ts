/** How often, as a person says it. */
export const often = (times: number): string => (times === 1 ? 'once' : `${times} times`);
