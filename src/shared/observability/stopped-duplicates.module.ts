import { StoppedDuplicatesFlusher } from './stopped-duplicates.flusher.js';
import { StoppedDuplicatesStore } from './stopped-duplicates.store.js';
import { Global, Module } from '@nestjs/common';

/** What the five layers stopped, counted per order. */
@Global()
@Module({
  providers: [StoppedDuplicatesStore, StoppedDuplicatesFlusher],
  exports: [StoppedDuplicatesStore],
})
export class StoppedDuplicatesModule {}
