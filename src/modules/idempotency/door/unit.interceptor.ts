import { DoorUnits } from '../ports/door-units.port.js';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';

/** The request door without a key: one unit of work around the route. */
@Injectable()
export class UnitInterceptor implements NestInterceptor {
  constructor(private readonly units: DoorUnits) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return from(this.units.run(() => lastValueFrom(next.handle())));
  }
}
