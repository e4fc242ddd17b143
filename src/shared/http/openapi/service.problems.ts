import type { ProblemMeanings } from './problem-meaning.js';

/** Who may ask, how often, and whether the service can answer at all. */
export const serviceProblems: ProblemMeanings = {
  unauthenticated: {
    status: 401,
    detail: 'Send a valid API key as "Authorization: Bearer <secret>".',
    meaning: 'There is no API key, or one that is not known here.',
    remedy: 'Send `Authorization: Bearer <secret>`; then send the request again, with the same key.',
  },
  forbidden: {
    status: 403,
    detail: 'This API key may not do that.',
    meaning: 'The API key is valid, but may not do this.',
    remedy: 'Ask whoever runs the installation.',
    retry: 'never',
  },
  role_forbidden: {
    status: 403,
    detail: 'This needs a key of the role operator.',
    meaning: 'The route is for another role: clients place orders, operators keep the stock.',
    remedy: 'Use an API key of the role that is named.',
    retry: 'never',
  },
  rate_limited: {
    status: 429,
    detail: 'Too many requests for now; send it again when the time in Retry-After is over.',
    meaning: 'The tenant has sent more requests in this minute than the installation takes.',
    remedy: 'Wait as long as `Retry-After` says and send the request again, with the same key.',
  },
  internal_error: {
    status: 500,
    detail: 'Something went wrong on our side; the traceId finds it in our logs.',
    meaning: 'A defect of ours. Nothing is stored about the request unless it had been accepted before.',
    remedy: 'Send it again with the same key, which is safe; report the `traceId` when it happens again.',
  },
  service_unavailable: {
    status: 503,
    detail: 'The service cannot take this request right now; send it again later, with the same key.',
    meaning: 'The database cannot be reached, or the service is starting, stopping or overloaded. Nothing was begun.',
    remedy: 'Wait as long as `Retry-After` says and send the request again, with the same key.',
  },
};
