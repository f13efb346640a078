import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import { type Access, type PathAccess, type ResourceAccess, resourceText } from '../authorization/access.ts';

const ANY = '*';

/** Whether a rule allows an access. */
export function ruleAllows(rule: PolicyRule, access: Access): boolean {
  if (!includesOrAny(rule.verbs, access.verb)) return false;
  return access.kind === 'path' ? pathAllowed(rule, access) : resourceAllowed(rule, access);
}

/** Whether a list in a rule has the value, or stands for every value. */
export function includesOrAny(list: readonly string[] | undefined, value: string): boolean {
  return list !== undefined && (list.includes(value) || list.includes(ANY));
}

/** Whether a list of resources covers `pods`, `pods/log` or `pods/scale`. */
export function coversResource(list: readonly string[] | undefined, resource: string): boolean {
  if (includesOrAny(list, resource)) return true;
  const slash = resource.indexOf('/');
  return slash !== -1 && list?.includes(`${ANY}${resource.slice(slash)}`) === true;
}

/** Whether a list of URLs, each with an optional star at its end, covers a path. */
export function coversPath(list: readonly string[] | undefined, path: string): boolean {
  return (
    list?.some((url) => url === path || (url.endsWith(ANY) && path.startsWith(url.slice(0, -ANY.length)))) === true
  );
}

function resourceAllowed(rule: PolicyRule, access: ResourceAccess): boolean {
  const names = rule.resourceNames ?? [];
  return (
    includesOrAny(rule.apiGroups, access.group) &&
    coversResource(rule.resources, resourceText(access)) &&
    (names.length === 0 || (access.name !== '' && names.includes(access.name)))
  );
}

function pathAllowed({ nonResourceURLs }: PolicyRule, { path }: PathAccess): boolean {
  return coversPath(nonResourceURLs, path);
}
