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
      const names = metatype && (Reflect.getMetadata(JOB_METADATA, metatype) as readonly string[] | undefined);
      for (const name of names ?? []) this.take(name, instance as AnyJob);
    }
  }

  /** Two for one name would each get some of its jobs. */
  private take(name: string, handler: AnyJob): void {
    if (this.handlers.has(name)) throw new Error(`two kinds of jobs are or were called ${name}`);
    this.handlers.set(name, handler);
  }

  get names(): readonly string[] {
    return [...this.handlers.keys()];
  }

  /** Undefined where another version asks for what this one does not know. */
  named(name: string): AnyJob | undefined {
    return this.handlers.get(name);
  }
}
