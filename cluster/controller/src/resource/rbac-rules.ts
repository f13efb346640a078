import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import type { CustomResource } from './custom-resource.ts';

/** What a controller of these resources must be allowed to do, then whatever else it says it needs. */
export function rulesOf(resources: Iterable<CustomResource>, extra: readonly PolicyRule[] = []): readonly PolicyRule[] {
  const byGroup = Map.groupBy(resources, ({ group }) => group);
  const own = [...byGroup].flatMap(([group, members]) => groupRules(group, members));
  return [...own, ...extra];
}

function groupRules(group: string, members: readonly CustomResource[]): readonly PolicyRule[] {
  const plurals = members.map(({ plural }) => plural);
  const withStatus = members.filter(({ declaration }) => declaration.status !== undefined);
  const rule = (resources: readonly string[], ...verbs: readonly string[]): readonly PolicyRule[] =>
    resources.length === 0 ? [] : [{ apiGroups: [group], resources, verbs }];
  return [
    ...rule(plurals, 'get', 'list', 'watch', 'update', 'patch'),
    ...rule(
      withStatus.map(({ plural }) => `${plural}/status`),
      'get',
      'update',
      'patch',
    ),
    // Needed to name such an object as the owner of others where that is guarded.
    ...rule(
      plurals.map((plural) => `${plural}/finalizers`),
      'update',
    ),
  ];
}
