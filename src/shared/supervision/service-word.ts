/** What a supervised service says: it serves, or somebody who may wants it killed at once. */
export type ServiceWord = 'serves' | 'kill-me';

/** Says it to the process that has forked this one and starts it again when it dies; without one nobody hears it. */
export const tellSupervisor = (word: ServiceWord): void => void process.send?.(word);
