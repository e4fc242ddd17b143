import { RateWindowsStore } from './rate-windows.store.js';
import { RateWindowsSweep } from './rate-windows-sweep.js';
import { Module } from '@nestjs/common';

/** The counts behind RATE_LIMIT; idle while it is unset. */
@Module({ providers: [RateWindowsStore, RateWindowsSweep] })
export class RateLimitModule {}
