import { KubeminError } from '@kubemin/base';
import type { Engine } from '@kubemin/engine';
import type { AnyDocument } from '@kubemin/model';
import { diffDocuments, type ObjectName, objectKey } from '@kubemin/render';

/** Finds what in the document causes a field of an object to change. */
export type FindCause = (object: ObjectName, field: string) => string | undefined;

export interface PlanCausesInput {
  readonly engine: Pick<Engine, 'render'>;
  readonly appId: string;
  readonly componentIds: Readonly<Record<string, number>>;
  /** What was delivered. */
  readonly previous: AnyDocument;
  readonly next: AnyDocument;
}

/**
 * Causes of changes by comparing documents. Fields that others changed in the cluster have none, nor have documents that cannot
 * be rendered: the plan itself states why.
 */
export function planCauses({ engine, appId, componentIds, previous, next }: PlanCausesInput): FindCause {
  const renderer = {
    render: (document: AnyDocument) => engine.render({ appId, document, componentIds }),
  };
  const causes = new Map<string, string>();
  try {
    for (const { object, fields } of diffDocuments({ renderer, identity: { appId, componentIds }, previous, next })) {
      for (const { field, cause } of fields) {
        if (cause !== undefined) causes.set(causeKey(object, field), cause);
      }
    }
  } catch (error) {
    if (!(error instanceof KubeminError)) throw error;
  }
  return (object, field) => causes.get(causeKey(object, field));
}

function causeKey(object: ObjectName, field: string): string {
  return `${objectKey(object)} ${field}`;
}
