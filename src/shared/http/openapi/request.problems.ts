import type { ProblemMeanings } from './problem-meaning.js';

/** Why a request was not even looked at by the business; none of these stores anything or uses up a key. */
export const requestProblems: ProblemMeanings = {
  validation_failed: {
    status: 400,
    detail: '/items/0/quantity must not be less than 1.',
    meaning: 'Members of the body or of the query are missing, unknown or wrong; `errors` points at each of them.',
    remedy: 'Mend what `errors` names and send the request again.',
    errors: [{ pointer: '/items/0/quantity', detail: 'must not be less than 1' }],
  },
  malformed_json: {
    status: 400,
    detail: 'The body is not valid JSON: it goes wrong at character 17.',
    meaning:
      'The body is no JSON that means the same to every reader: a syntax error, a repeated member, an inexact number.',
    remedy: 'Mend the body at the place that is named and send it again.',
    errors: [{ pointer: '', detail: 'The body is not valid JSON: it goes wrong at character 17.' }],
  },
  malformed_url: {
    status: 400,
    detail: 'The URL must not contain a NUL character.',
    meaning:
      'The path or the query contains a character that nothing can be called, or the path is not percent-encoded UTF-8.',
    remedy: 'Remove it, or encode the path.',
  },
  bad_request: {
    status: 400,
    detail: 'The request could not be understood.',
    meaning: 'The request is no valid HTTP, or broke off.',
    remedy: 'Look at how your client builds requests.',
  },
  not_found: {
    status: 404,
    detail: 'There is no such resource.',
    meaning: 'What the path names does not exist, or belongs to another tenant, which looks the same on purpose.',
    remedy: 'Check the id; ids come from `Location`, from bodies and from lists.',
    retry: 'never',
  },
  route_not_found: {
    status: 404,
    detail: 'There is no such route; /docs lists them all.',
    meaning: 'The path itself is unknown.',
    remedy: 'Compare it with the routes in /docs.',
    retry: 'never',
  },
  method_not_allowed: {
    status: 405,
    detail: 'This path takes GET, HEAD, PUT.',
    meaning: 'The path exists, but not for this method; `Allow` lists those it takes.',
    remedy: 'Use one of them.',
    retry: 'never',
  },
  not_acceptable: {
    status: 406,
    detail: 'The answer exists only as JSON.',
    meaning: 'The request accepts no JSON.',
    remedy: 'Accept application/json.',
  },
  request_timeout: {
    status: 408,
    detail: 'The request did not arrive in time.',
    meaning: 'The request was sent too slowly.',
    remedy: 'Send it again, with the same key.',
  },
  precondition_failed: {
    status: 412,
    detail: 'TEA-GREEN has changed since you read it. Read it again and repeat the change with its new ETag.',
    meaning: 'The version in `If-Match` is not the newest one: somebody else has changed it since you read it.',
    remedy: 'Read it again, decide again, and send the new ETag.',
  },
  body_too_large: {
    status: 413,
    detail: 'The request body is larger than this route takes; send a shorter one.',
    meaning:
      'The body is larger than this route takes (256 kB unless the installation says otherwise, 1 MB for webhooks).',
    remedy: 'Send less at once.',
  },
  path_too_long: {
    status: 414,
    detail: 'A part of the path is too long to name anything here.',
    meaning: 'No id of ours is that long.',
    remedy: 'Check the path.',
    retry: 'never',
  },
  unsupported_media_type: {
    status: 415,
    detail: 'Send the body as uncompressed application/json in UTF-8.',
    meaning: 'The body is something else than uncompressed JSON in UTF-8.',
    remedy: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  },
  headers_too_large: {
    status: 431,
    detail: 'The request headers are too large.',
    meaning: 'The headers are larger than the server reads.',
    remedy: 'Send fewer or shorter headers.',
  },
};
