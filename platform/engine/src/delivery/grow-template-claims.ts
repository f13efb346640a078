import type { KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import { LABEL } from '@kubemin/render';
import type { JobContext } from '../job-type.ts';
import { growClaim } from './grow-claim.ts';

/**
 * Lets the claims that were made from a StatefulSet's templates grow to what the templates ask for: Kubernetes looks at a
 * template only when it makes a claim. Answers what was done, or could not be, in words.
 */
export async function growTemplateClaims(context: JobContext, delivered: KubeObject): Promise<readonly string[]> {
  const { client, appId, rendered, signal } = context;
  const { namespace, name = '' } = delivered.metadata;
  const templates = isStatefulSet(delivered) ? (delivered.spec?.volumeClaimTemplates ?? []) : [];
  if (templates.length === 0) return [];
  const labelSelector = `${LABEL.appId}=${appId},${LABEL.componentName}=${rendered.component}`;
  const { items } = await client.resource(core.v1.persistentvolumeclaims, namespace).list({ labelSelector, signal });
  const words: string[] = [];
  for (const template of templates) {
    for (const item of items.filter((claim) => isMadeFrom(claim, template, name))) {
      const live = { ...item, apiVersion: 'v1', kind: 'PersistentVolumeClaim' };
      const { why } = await growClaim(context, live, template);
      if (why !== undefined) words.push(`claim ${item.metadata.name}: ${why}`);
    }
  }
  return words;
}

function isStatefulSet(object: KubeObject): object is StatefulSet {
  return object.kind === 'StatefulSet';
}

function isMadeFrom({ metadata }: PersistentVolumeClaim, template: PersistentVolumeClaim, set: string): boolean {
  const prefix = `${template.metadata.name}-${set}-`;
  return metadata.name?.startsWith(prefix) === true && /^\d+$/.test(metadata.name.slice(prefix.length));
}
