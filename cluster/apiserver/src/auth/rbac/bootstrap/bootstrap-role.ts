import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';

/** A role to make at first start. */
export interface BootstrapRole {
  readonly name: string;
  /** Undefined for a cluster role. */
  readonly namespace?: string;
  /** Label keys after `rbac.authorization.k8s.io/aggregate-to-`. */
  readonly aggregateTo?: readonly string[];
  /** Gathers the rules of roles that aggregate to this. */
  readonly aggregates?: string;
  readonly rules: readonly PolicyRule[];
}
