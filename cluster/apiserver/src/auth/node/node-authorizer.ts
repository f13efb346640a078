import type { UserInfo } from '@kubemin/kubeapi';
import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import type { ServerParts } from '../../handler/call.ts';
import type { Access } from '../authorization/access.ts';
import type { Authorizer, Decision } from '../authorization/authorizer.ts';
import { bootstrapRoles } from '../rbac/bootstrap/bootstrap-policy.ts';
import { ruleAllows } from '../rbac/policy-rule.ts';
import { NO_OPINION, NODE_RULES } from './node-access.ts';
import { nodeOfUser } from './node-identity.ts';
import { NodeRelations } from './node-relations.ts';

/** Allows nodes what they need for the pods that are bound to them; of everybody else it knows nothing. */
export class NodeAuthorizer implements Authorizer {
  readonly #relations: NodeRelations;
  readonly #rules: readonly PolicyRule[];

  constructor(server: Pick<ServerParts, 'cache'>) {
    this.#relations = new NodeRelations(server);
    this.#rules = bootstrapRoles.find(({ name }) => name === 'system:node')?.rules ?? [];
  }

  decide(user: UserInfo, access: Access): Decision {
    const node = nodeOfUser(user);
    if (node === undefined) return NO_OPINION;
    if (node === '') return { allowed: false, reason: `unknown node for user "${user.username}"` };
    if (access.kind === 'resource') {
      const rule = NODE_RULES.get(`${access.group}/${access.resource}`);
      if (rule !== undefined) return rule({ node, access, relations: this.#relations });
    }
    return this.#rules.some((rule) => ruleAllows(rule, access)) ? { allowed: true } : NO_OPINION;
  }

  /** What a node may do depends on its pods, and is no list of rules. */
  rulesOf(): readonly PolicyRule[] {
    return [];
  }
}
