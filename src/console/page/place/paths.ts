/** The addresses of the console. None of them ever has a key of an operator or a client in it. */
export const paths = {
  overview: '/console',
  order: (orderId: string, sagaId?: string): string =>
    `/console/orders/${encodeURIComponent(orderId)}${sagaId === undefined ? '' : `?saga=${encodeURIComponent(sagaId)}`}`,
  queues: (queue = 'attention'): string => `/console/queues/${queue}`,
  keys: (key?: string): string => `/console/keys${key === undefined ? '' : `?key=${encodeURIComponent(key)}`}`,
  lab: '/console/lab',
};
