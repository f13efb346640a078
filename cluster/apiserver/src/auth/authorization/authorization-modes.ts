import { TerminalError } from '@kubemin/base';
import type { UserInfo } from '@kubemin/kubeapi';
import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import { startMessages } from '../../messages/index.ts';
import type { AdmissionPlugin, ServerParts } from '../../registry/index.ts';
import { NodeAuthorizer } from '../node/node-access.ts';
import { createBootstrapPolicy } from '../rbac/bootstrap/bootstrap-objects.ts';
import { ClusterRoleAggregator } from '../rbac/cluster-role-aggregator.ts';
import { escalationAdmission } from '../rbac/escalation-admission.ts';
import { RbacAuthorizer } from '../rbac/rbac-authorizer.ts';
import { RoleBindingIndex } from '../rbac/role-binding-index.ts';
import type { Access } from './access.ts';
import { type Authorizer, type Decision, isMaster } from './authorizer.ts';

/** An authorizer that can be chosen by name. */
export interface AuthorizationMode {
  readonly name: string;
  start(server: ServerParts): Promise<StartedAuthorizer>;
}

/** An authorizer at work. */
export interface StartedAuthorizer {
  readonly authorizer: Authorizer;
  /** What it wants to see of writes; `all` is every authorizer of the server together. */
  admission?(all: Authorizer): AdmissionPlugin;
  stop(): void | Promise<void>;
}

const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

const ALWAYS_ALLOW: AuthorizationMode = {
  name: 'AlwaysAllow',
  start: async () => ({
    authorizer: { decide: () => ({ allowed: true }), rulesFor: () => EVERYTHING },
    stop: () => undefined,
  }),
};

const NODE: AuthorizationMode = {
  name: 'Node',
  start: async (server) => ({ authorizer: new NodeAuthorizer(server), stop: () => undefined }),
};

const RBAC: AuthorizationMode = {
  name: 'RBAC',
  start: async (server) => {
    await createBootstrapPolicy(server);
    const stopAggregation = await ClusterRoleAggregator.start(server);
    const index = new RoleBindingIndex(server);
    const roles = new RbacAuthorizer(server, index);
    return {
      authorizer: roles,
      admission: (authorizer) => escalationAdmission({ authorizer, roles }),
      stop: () => {
        index.stop();
        return stopAggregation();
      },
    };
  },
};

/** The authorizers that come with the server. */
export const authorizationModes: readonly AuthorizationMode[] = [ALWAYS_ALLOW, NODE, RBAC];

/** The modes with these names. */
export function findModes(names: readonly string[]): readonly AuthorizationMode[] {
  return names.map((name) => {
    const mode = authorizationModes.find((candidate) => candidate.name === name);
    if (mode !== undefined) return mode;
    const known = authorizationModes.map((candidate) => candidate.name).join(', ');
    throw new TerminalError(startMessages.unknownAuthorization({ name, known }), {
      code: 'UNKNOWN_AUTHORIZATION_MODE',
    });
  });
}

/** Members of system:masters may do everything; for the others, the first that allows decides, and rights add up. */
export function unionAuthorizer(authorizers: readonly Authorizer[]): Authorizer {
  return {
    decide(user: UserInfo, access: Access): Decision {
      if (isMaster(user)) return { allowed: true };
      const reasons: string[] = [];
      for (const authorizer of authorizers) {
        const decision = authorizer.decide(user, access);
        if (decision.allowed) return decision;
        if (decision.reason !== undefined) reasons.push(decision.reason);
      }
      return { allowed: false, ...(reasons.length > 0 && { reason: reasons.join('\n') }) };
    },
    rulesFor: (user, namespace) => [
      ...(isMaster(user) ? EVERYTHING : []),
      ...authorizers.flatMap((authorizer) => authorizer.rulesFor(user, namespace)),
    ],
  };
}
