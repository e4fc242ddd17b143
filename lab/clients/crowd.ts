import { Client } from './client.js';
import type { FrontDoor } from './front-door.js';
import { Operator } from './operator.js';
import type { KeyedRequest } from './request.js';
import type { KeyName } from '../../test/support/environment.js';

const TENANTS: readonly KeyName[] = ['alice', 'bob'];
/** Together a dozen requests a second: enough that every fault meets one, few enough that a killed instance can start. */
const CLIENTS = 8;

/** The clients of both tenants and the operator of one run. */
export class Crowd {
  readonly operator: Operator;
  private readonly clients: readonly Client[];

  constructor(seed: number, door: FrontDoor, providerUrl: string) {
    this.operator = new Operator(seed, door, providerUrl);
    this.clients = Array.from(
      { length: CLIENTS },
      (_, number) => new Client(seed, number, TENANTS[number % TENANTS.length]!, door),
    );
  }

  /** Returns when everybody has done what he was about to do when `signal` came. */
  async live(signal: AbortSignal): Promise<void> {
    await Promise.all([this.operator.live(signal), ...this.clients.map((client) => client.live(signal))]);
  }

  /** The requests that had no answer, although nothing of them is open. */
  async askEverythingAgain(isOpen: (request: KeyedRequest) => Promise<boolean>): Promise<KeyedRequest[]> {
    return (await Promise.all(this.clients.map((client) => client.askEverythingAgain(isOpen)))).flat();
  }
}
