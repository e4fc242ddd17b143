import { createHash } from 'node:crypto';

/** Draws that follow from a seed and a name alone: the n-th one is the first four bytes of SHA-256 over both and n. */
export class Chance {
  private drawn = 0;

  /** @param name whose luck this is, so that what one draws moves nobody else's */
  constructor(
    private readonly seed: number,
    private readonly name: string,
  ) {}

  /** From 0 up to, and without, 1. */
  share(): number {
    const bytes = createHash('sha256').update(`${this.seed} ${this.name} ${this.drawn++}`).digest();
    return bytes.readUInt32BE() / 2 ** 32;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.share() * (most - least + 1));
  }

  happens(probability: number): boolean {
    return this.share() < probability;
  }

  /** Throws RangeError for an empty list. */
  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('there is nothing to pick from');
    return list[Math.floor(this.share() * list.length)]!;
  }

  /** One of the names, each as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries<number>(weights) as [Name, number][];
    const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
    let left = this.share() * total;
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return this.pick(entries)[0];
  }
}
