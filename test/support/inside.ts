import type { InsideService } from './inside-service.js';
import type { Scene } from './scene.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import { CommandBus, type Command } from '@nestjs/cqrs';
import type { Abstract, Type } from '@nestjs/common';

/** A provider of a service of a scene that was opened with `inside: true`. */
export const inside = <T>(scene: Scene, provider: Type<T> | Abstract<T>, instance = 0): T => {
  const { app } = scene.services[instance] as InsideService;
  if (!app) throw new Error('open the scene with `inside: true`');
  return app.get(provider, { strict: false });
};

/** Runs work in a unit of work of its own, as a door does. */
export const inUnit = <T>(scene: Scene, work: () => Promise<T>, instance = 0): Promise<T> =>
  inside(scene, UnitOfWork, instance).run(work);

/** Tells a service something, as a job or a webhook would. */
export const tell = <T>(scene: Scene, command: Command<T>, instance = 0): Promise<T> =>
  inUnit(scene, () => inside(scene, CommandBus, instance).execute(command), instance);
