import { requireOwnSession } from '../../auth/login-as.ts';
import { enforce } from '../../auth/policy.ts';
import { requireStaff } from '../../auth/principal.ts';
import { requireProof } from '../proof.ts';
import { principalOf } from '../request.ts';
import type { ServerPlugin } from '../types.ts';

/** Refuses whom the route's policy does not let in, and acts that `confirm` asks a proof for without one. */
export const authorization: ServerPlugin = (server, kernel) => {
  // After the body was read and before it is looked at: who may not do a thing learns nothing about its fields.
  server.addHook('preValidation', (request, _reply, done) => {
    const policy = request.routeOptions.config.policy;
    if (policy?.caller === 'user') enforce(policy, principalOf(request), kernel.now());
    if (policy?.caller === 'staff') requireStaff(principalOf(request), kernel.config);
    if (request.principal) requireOwnSession(request, policy);
    done();
  });
  // Behind the checks of the body, whose field a proof is.
  server.addHook('preHandler', (request, _reply, done) => {
    const policy = request.routeOptions.config.policy;
    if (policy?.caller !== 'user' || !policy.confirm) return done();
    requireProof(kernel, request, principalOf(request), policy.confirm).then(() => done(), done);
  });
};
