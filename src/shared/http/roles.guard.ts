import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { callerOf, type Role } from './caller.js';
import { HttpProblem } from './http-problem.js';
import { ROLES as ROLES_MARK } from './openapi/marks.js';

const ROLES = Symbol('roles');

/** Which roles a controller or one of its routes serves; the route's own word counts. Without it any valid key will do. */
export const Roles = (...roles: readonly Role[]): MethodDecorator & ClassDecorator =>
  applyDecorators(SetMetadata(ROLES, roles), ApiExtension(ROLES_MARK, roles));

/** 403 `role_forbidden` for a caller whose role the route does not serve. */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const places = [context.getHandler(), context.getClass()];
    const roles = this.reflector.getAllAndOverride<readonly Role[] | undefined>(ROLES, places);
    if (roles === undefined) return true;
    const { role } = callerOf(context.switchToHttp().getRequest<FastifyRequest>());
    if (roles.includes(role)) return true;
    throw new HttpProblem(403, 'role_forbidden', `This needs a key of the role ${roles.join(' or ')}.`);
  }
}
