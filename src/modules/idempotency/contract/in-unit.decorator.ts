import { UnitInterceptor } from '../door/unit.interceptor.js';
import { applyDecorators, UseInterceptors } from '@nestjs/common';

/** Opens a unit of work around a route that changes something and needs no key, because repeating it changes nothing more. */
export const InUnit = (): MethodDecorator => applyDecorators(UseInterceptors(UnitInterceptor));
