import { filled } from '../filled.ts';
import type { TraitsInput } from '../imported.ts';
import type { Part } from '../source/part.ts';

const POLICIES = ['Always', 'IfNotPresent', 'Never'] as const;

/** When a container's image is pulled. Without a word Kubernetes always pulls what is called latest, KubeMin does not. */
export function readPullPolicy(container: Part): TraitsInput['imagePull'] {
  const given = container.at('imagePullPolicy');
  given.acceptIf(...POLICIES);
  const usual = isLatest(container.at('image').peek() ?? '') ? 'Always' : 'IfNotPresent';
  const policy = POLICIES.find((name) => name === given.peek()) ?? usual;
  return policy === 'IfNotPresent' ? undefined : { policy };
}

/** The pull policy of the main container with the pod's secrets, which every container uses. */
export function readImagePull(spec: Part, main: TraitsInput['imagePull']): TraitsInput['imagePull'] {
  const secrets = spec.at('imagePullSecrets').items.flatMap((part) => part.at('name').text() ?? []);
  return secrets.length === 0 ? main : { ...main, ...filled({ secrets }) };
}

function isLatest(image: string): boolean {
  if (image.includes('@')) return false;
  const tag = /:([^/:]+)$/.exec(image)?.[1];
  return tag === undefined || tag === 'latest';
}
