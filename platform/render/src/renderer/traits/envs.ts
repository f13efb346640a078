import type { EnvVar } from '@kubemin/kubeapi/types/core.v1';
import type { DocumentPath, TraitData } from '@kubemin/model';
import { objectsMessages } from '../../messages/index.ts';
import { RenderError } from '../../object/index.ts';
import type { TraitRenderer } from '../trait-renderer.ts';

/** envs → the container's env, after the literal variables and in the order given. */
export const envs: TraitRenderer<TraitData['envs']> = {
  process({ data, container, path }) {
    return { changes: { [container]: { env: data.map((entry, index) => variable(entry, [...path, index])) } } };
  },
};

function variable({ name, valueFrom }: TraitData['envs'][number], path: DocumentPath): EnvVar {
  if (valueFrom.static !== undefined) return { name, value: valueFrom.static };
  if (valueFrom.field !== undefined) {
    return { name, valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: valueFrom.field } } };
  }
  if (valueFrom.secret !== undefined) return { name, valueFrom: { secretKeyRef: valueFrom.secret } };
  if (valueFrom.config !== undefined) return { name, valueFrom: { configMapKeyRef: valueFrom.config } };
  throw new RenderError(objectsMessages.noValueSource({ name }), { path: [...path, 'valueFrom'] });
}

/** envFrom → the container's envFrom, in the order given. */
export const envFrom: TraitRenderer<TraitData['envFrom']> = {
  process({ data, container }) {
    const sources = data.map(({ type, sourceName: name }) =>
      type === 'secret' ? { secretRef: { name } } : { configMapRef: { name } },
    );
    return { changes: { [container]: { envFrom: sources } } };
  },
};
