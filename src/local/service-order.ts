/** What the service's process is told beyond its environment, once there are a database and a provider for it. */
export interface ServiceOrder {
  readonly databaseUrl: string;
  /** Undefined where the provider is another one. */
  readonly sandboxPspUrl?: string;
  /** Whether the lab may have the process killed: the sandbox has to be next door to do it at the right moment. */
  readonly workerKillable: boolean;
}
