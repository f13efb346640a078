import { formatApiVersion, type KubeObject, qualifiedName, type ResourceInfo } from '@kubemin/kubeapi';
import type { Schema } from '@kubemin/kubeapi/schema';
import type { ObjectReference } from '@kubemin/kubeapi/types/core.v1';
import type { Event } from '@kubemin/kubeapi/types/events.v1';
import { type FieldReader, type Problems, required } from '../../strategy/index.ts';
import type { ObjectConversion } from '../object-conversion.ts';
import type { ServedResource } from '../served-resource.ts';
import { builtinColumns } from '../table/builtin-columns.ts';
import { autoscalerConversion } from './autoscalers.ts';
import { convertedResource } from './converted-resource.ts';
import { eventConversion } from './events.ts';

interface AlternateVersion {
  readonly conversion: () => ObjectConversion;
  readonly selectableFields?: Readonly<Record<string, FieldReader<KubeObject>>>;
  /** Validation of new objects beyond that of the stored version. */
  readonly validateCreate?: (object: KubeObject) => Problems;
}

const REGARDING = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'] as const;

/** Resources that are stored as another version, by `group/version/plural`. */
const ALTERNATE_VERSIONS: ReadonlyMap<string, AlternateVersion> = new Map<string, AlternateVersion>([
  ['autoscaling/v1/horizontalpodautoscalers', { conversion: autoscalerConversion }],
  [
    'events.k8s.io/v1/events',
    {
      conversion: eventConversion,
      selectableFields: {
        ...Object.fromEntries(
          REGARDING.map((field) => [
            `regarding.${field}`,
            (object: KubeObject) => regardingReference(object)[field] ?? '',
          ]),
        ),
        reason: (object) => asEvent(object)?.reason ?? '',
        reportingController: (object) => asEvent(object)?.reportingController ?? '',
        type: (object) => asEvent(object)?.type ?? '',
      },
      validateCreate: (object) => required('eventTime', asEvent(object)?.eventTime ?? ''),
    },
  ],
]);

/** Another version of a stored resource; undefined when none is known. */
export function alternateVersion(
  info: ResourceInfo,
  stored: ServedResource,
  schema: Schema,
): ServedResource | undefined {
  const form = ALTERNATE_VERSIONS.get(`${formatApiVersion(info)}/${info.plural}`);
  if (form === undefined) return undefined;
  return convertedResource({
    stored,
    info,
    schema,
    conversion: form.conversion(),
    columns: builtinColumns().get(qualifiedName(stored.info)),
    selectableFields: form.selectableFields,
    validateCreate: form.validateCreate,
  });
}

function asEvent(object: KubeObject): Event | undefined {
  return isEvent(object) ? object : undefined;
}

function regardingReference(object: KubeObject): ObjectReference {
  return asEvent(object)?.regarding ?? {};
}

function isEvent(object: KubeObject): object is Event {
  return object.apiVersion === 'events.k8s.io/v1';
}
