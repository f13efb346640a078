import type { KubeClient, ResourceClient } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import { objectMessages } from '../../messages/index.ts';
import { CliError, ExitCode } from '../../terminal/index.ts';
import { customType } from './object-kind.ts';

/** Where an object without a namespace goes. */
export const DEFAULT_NAMESPACE = 'default';

/** An object with the place it has in a cluster. */
export interface NamedObject {
  readonly object: KubeObject;
  readonly name: string;
  /** `service/web`: how people call it. */
  readonly label: string;
  readonly namespace: string | undefined;
  readonly objects: ResourceClient<KubeObject>;
}

/** An object in its place. Throws for kinds that are neither Kubernetes' own nor those of functions. */
export function namedObject(client: KubeClient, object: KubeObject, namespace: string | undefined): NamedObject {
  const type = client.findBuiltInType(object) ?? customType(object);
  if (type === undefined) {
    throw new CliError(objectMessages.unknownObject({ kind: object.kind, apiVersion: object.apiVersion }), {
      code: 'KIND_UNKNOWN',
      exitCode: ExitCode.invalid,
      hint: objectMessages.useKubectl,
    });
  }
  const place = type.namespaced ? (object.metadata.namespace ?? namespace ?? DEFAULT_NAMESPACE) : undefined;
  const name = object.metadata.name ?? '';
  return {
    object: { ...object, metadata: { ...object.metadata, ...(place !== undefined && { namespace: place }) } },
    name,
    label: `${type.singular}/${name}`,
    namespace: place,
    objects: client.resource(type, place),
  };
}
