import { inside } from './inside.js';
import type { Scene } from './scene.js';
import { WarmEntities } from '#shared/database/unit-of-work/warm-entities.js';
import { jest } from '@jest/globals';
import type { Type } from '@nestjs/common';

type Methods<T> = { [Name in keyof T]: T[Name] extends (...args: never[]) => Promise<unknown> ? Name : never }[keyof T];

/**
 * Something else happens between two reads: the next answer that the first instance of a scene (opened with `inside: true`)
 * gets from this method is handed on when `happens` is over. As if others had done all of it: the instance has nothing in
 * its memory that it would have to check.
 */
export function meanwhile<T extends object>(
  scene: Scene,
  provider: Type<T>,
  method: Methods<T>,
  happens: () => Promise<unknown>,
): void {
  const memory = inside(scene, WarmEntities);
  memory.forgetAll();
  const reader = inside(scene, provider) as Record<Methods<T>, (...args: unknown[]) => Promise<unknown>>;
  const read = reader[method].bind(reader);
  jest.spyOn(reader, method as never).mockImplementationOnce(async (...args: unknown[]) => {
    const answer = await read(...args);
    await happens();
    memory.forgetAll();
    return answer;
  });
}
