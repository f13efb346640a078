import { ownEntry } from '@kubemin/base';
import { fieldError } from '@kubemin/kubeapi';
import type { ResourceRequirements } from '@kubemin/kubeapi/types/core.v1';
import { exceeds, isWhole, nonNegativeAmount, sameAmount } from '../amounts.ts';
import { named, type Problems } from '../field-checks.ts';

const STANDARD = ['cpu', 'ephemeral-storage', 'memory'];
const HUGE_PAGES = 'hugepages-';

/** What a container asks for and may take: known resources, amounts that make sense, no request above its limit. */
export function resourceRequirements(resources: ResourceRequirements | undefined, path: string): Problems {
  const limits = resources?.limits ?? {};
  const requests = resources?.requests ?? {};
  return [
    ...amounts(limits, `${path}.limits`),
    ...amounts(requests, `${path}.requests`),
    ...Object.entries(requests).flatMap(([name, amount]) =>
      requestProblems({ name, amount, limit: ownEntry(limits, name) }, `${path}.requests`),
    ),
  ];
}

/** The name of a resource a container may use. */
export function containerResourceName(path: string, name: string): Problems {
  const wrong = named(path, name, 'qualifiedName');
  if (wrong.length > 0 || name.includes('/') || STANDARD.includes(name) || name.startsWith(HUGE_PAGES)) return wrong;
  return [fieldError.invalid(path, name, 'must be a standard resource for containers')];
}

function amounts(given: Readonly<Record<string, string>>, path: string): Problems {
  return Object.entries(given).flatMap(([name, amount]) => [
    ...containerResourceName(path, name),
    ...nonNegativeAmount(`${path}[${name}]`, amount),
    ...(isExtended(name) && !isWhole(amount)
      ? [fieldError.invalid(`${path}[${name}]`, amount, 'must be an integer')]
      : []),
  ]);
}

interface Request {
  readonly name: string;
  readonly amount: string;
  readonly limit: string | undefined;
}

/** Only cpu, memory and storage can be overcommitted: an extended resource is given to one container. */
function requestProblems({ name, amount, limit }: Request, path: string): Problems {
  if (limit === undefined) {
    return isExtended(name)
      ? [
          fieldError.required(
            `${path.replace(/requests$/, 'limits')}`,
            'Limit must be set for non overcommitable resources',
          ),
        ]
      : [];
  }
  if (isExtended(name) && !sameAmount(amount, limit)) {
    return [fieldError.invalid(path, amount, `must be equal to ${name} limit of ${limit}`)];
  }
  if (!exceeds(amount, limit)) return [];
  return [fieldError.invalid(path, amount, `must be less than or equal to ${name} limit of ${limit}`)];
}

function isExtended(name: string): boolean {
  return name.startsWith(HUGE_PAGES) || (name.includes('/') && !name.split('/')[0]?.endsWith('kubernetes.io'));
}
