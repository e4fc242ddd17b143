import { JOB_METADATA, type Job, type JobPayload } from './job.js';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

export type AnyJob = Job<JobPayload, unknown>;

/** All kinds of jobs that this version knows, by name. */
@Injectable()
export class JobHandlers implements OnModuleInit {
  private readonly handlers = new Map<string, AnyJob>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const { instance, metatype } of this.discovery.getProviders()) {
      const name = metatype && (Reflect.getMetadata(JOB_METADATA, metatype) as string | undefined);
      if (name) this.handlers.set(name, instance as AnyJob);
    }
  }

  get names(): readonly string[] {
    return [...this.handlers.keys()];
  }

  /** Undefined where another version asks for what this one does not know. */
  named(name: string): AnyJob | undefined {
    return this.handlers.get(name);
  }
}
