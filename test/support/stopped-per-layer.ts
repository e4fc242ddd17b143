import type { Scene } from './scene.js';

/** The repeats that each layer has stopped, of those whose order is known; what died with a process is missing. */
export async function stoppedPerLayer(scene: Pick<Scene, 'rows'>): Promise<Record<string, number>> {
  const rows = await scene.rows<{ layer: string; count: number }>(
    'SELECT layer, sum(count)::int AS count FROM messaging.stopped_duplicates GROUP BY layer ORDER BY layer',
  );
  return Object.fromEntries(rows.map(({ layer, count }) => [layer, count]));
}
