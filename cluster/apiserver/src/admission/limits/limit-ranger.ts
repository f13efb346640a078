import { forbidden, type KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { LimitRange, LimitRangeItem, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import { isPod } from '../../handler/index.ts';
import { type AdmissionFactory, type AdmissionRequest, isAbout, type ServerParts } from '../../registry/index.ts';
import { withLimitDefaults } from './limit-defaults.ts';
import { claimViolations, podViolations } from './limit-violations.ts';

/** Applies the default resources of the namespace's limit ranges to containers, and refuses what is outside of them. */
export const limitRanger: AdmissionFactory = ({ server }) => ({
  name: 'LimitRanger',
  applies: (request) =>
    (request.operation === 'create' && isAbout(request, core.v1.pods, core.v1.persistentvolumeclaims)) ||
    (request.operation === 'update' && isAbout(request, core.v1.persistentvolumeclaims)),
  mutate(object, { namespace }) {
    const items = limitRangeItems(server, namespace);
    return items.length > 0 && isPod(object) ? withLimitDefaults(object, items) : object;
  },
  validate(object, request) {
    const items = limitRangeItems(server, request.namespace);
    if (items.length === 0) return;
    const found = isPod(object) ? podViolations(object, items) : isClaim(object) ? claimViolations(object, items) : [];
    if (found.length > 0) throw refusal(found, object, request);
  },
});

function limitRangeItems({ cache }: ServerParts, namespace: string): readonly LimitRangeItem[] {
  return [...cache.collection(core.v1.limitranges.plural).list(namespace)]
    .filter(isRange)
    .flatMap(({ spec }) => spec?.limits ?? []);
}

function refusal(found: readonly string[], { metadata }: KubeObject, { resource }: AdmissionRequest): Error {
  const texts = [...new Set(found)];
  const [only = ''] = texts;
  return forbidden(texts.length === 1 ? only : `[${texts.join(', ')}]`, {
    ...resource.info,
    name: metadata.name ?? '',
  });
}

function isRange(object: KubeObject): object is LimitRange {
  return object.kind === 'LimitRange';
}

function isClaim(object: KubeObject): object is PersistentVolumeClaim {
  return object.kind === 'PersistentVolumeClaim';
}
