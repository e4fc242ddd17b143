import type supertest from 'supertest';

/** Sends a request now; a supertest request is otherwise sent only when it is awaited. */
export const sent = (request: supertest.Test): Promise<supertest.Response> => request.then((answer) => answer);
