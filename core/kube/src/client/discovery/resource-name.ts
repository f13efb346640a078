import type { ResourceInfo } from '@kubemin/kubeapi';

type Matcher = (info: ResourceInfo, name: string) => boolean;

/** Full names come before short ones, whichever group they are in. */
const MATCHERS: readonly Matcher[] = [
  ({ plural }, name) => plural === name,
  ({ singular, kind }, name) => singular === name || kind.toLowerCase() === name,
  ({ shortNames }, name) => shortNames.includes(name),
];

/**
 * Finds a resource by what people type: plural, singular, kind or short name, with `.group` or `.version.group` where
 * that is not enough. Of several the first is taken; order them by preference.
 */
export function findResourceByName<R extends ResourceInfo>(resources: readonly R[], name: string): R | undefined {
  const [head = '', ...rest] = name.split('.');
  const suffix = rest.join('.').toLowerCase();
  const candidates = resources.filter((info) => suffix === '' || matchesGroup(info, suffix));
  for (const matches of MATCHERS) {
    const found = candidates.find((info) => matches(info, head.toLowerCase()));
    if (found !== undefined) return found;
  }
  return undefined;
}

function matchesGroup({ group, version }: ResourceInfo, suffix: string): boolean {
  return suffix === group || suffix === (group === '' ? version : `${version}.${group}`);
}
