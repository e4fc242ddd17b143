import { KnownKey } from './door-signals.js';
import { Visit } from './visit.js';
import { RecordStore } from '../ports/record-store.port.js';
import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';

/**
 * The second half of the door, behind the global validation: takes the validated body's fingerprint and looks the key
 * up. A known key ends the call here, before the handler.
 */
@Injectable()
export class DoorPipe implements PipeTransform {
  constructor(private readonly records: RecordStore) {}

  async transform(value: unknown, { type }: ArgumentMetadata): Promise<unknown> {
    const visit = type === 'body' ? Visit.currentIfAny() : undefined;
    if (!visit) return value;
    visit.takeBody(value as object);
    const record = await this.records.find(visit.identity);
    if (record) throw new KnownKey(record);
    return value;
  }
}
