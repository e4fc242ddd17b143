/** How many repeats each layer has stopped. */
export type Stopped = Readonly<Record<Layer, number>>;

export type Layer = (typeof LAYERS)[number]['layer'];

/** The five layers in the order in which a repeat meets them, and who repeats there. */
export const LAYERS = [
  { layer: 'api', name: '1 idempotency key', repeats: 'the client sends again' },
  { layer: 'event', name: '2 event id', repeats: 'the provider tells again' },
  { layer: 'inbox', name: '3 inbox', repeats: 'one notice arrives twice in the same instant' },
  { layer: 'job', name: '4 job key', repeats: 'the same work is queued again' },
  { layer: 'step', name: '5 step marker', repeats: 'what is done is told or begun again' },
] as const;

export const NONE_STOPPED: Stopped = { api: 0, event: 0, inbox: 0, job: 0, step: 0 };

/** What was stopped between two counts. */
export const stoppedSince = (before: Stopped, now: Stopped): Stopped => ({
  api: now.api - before.api,
  event: now.event - before.event,
  inbox: now.inbox - before.inbox,
  job: now.job - before.job,
  step: now.step - before.step,
});
