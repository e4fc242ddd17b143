import type { Layer } from '../overview/overview.js';

/** One line of `GET /api/orders/{id}/timeline`. */
export interface TimelineItem {
  readonly at: string;
  readonly kind: 'request' | 'replay' | 'step' | 'fact' | 'webhook' | 'job' | 'compensation' | 'operator' | 'duplicate';
  readonly layer?: Layer;
  readonly count?: number;
  readonly step?: string;
  readonly detail: string;
}

export interface Timeline {
  readonly items: readonly TimelineItem[];
}

/** What each layer has stopped on the way of one order. */
export function stoppedIn({ items }: Timeline): { layer: Layer; count: number }[] {
  const layers: readonly Layer[] = ['api', 'event', 'inbox', 'job', 'step'];
  return layers.map((layer) => ({
    layer,
    count: items
      .filter((item) => item.kind === 'duplicate' && item.layer === layer)
      .reduce((sum, { count = 1 }) => sum + count, 0),
  }));
}
