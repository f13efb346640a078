import type { ConfigMap, Secret } from '@kubemin/kubeapi/types/core.v1';
import { configSource, type PropertiesData } from '@kubemin/model';
import type { ComponentRenderer } from '../component-renderer.ts';
import { objectMeta } from '../object-meta.ts';

/** config → ConfigMap named like the component, since others refer to it by that name. */
export const config: ComponentRenderer<PropertiesData['config']> = {
  render(context) {
    const { name, properties } = context.component;
    const dataFrom = configSource(properties.conf);
    const configMap: ConfigMap = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: objectMeta(context, name),
      // The keys that name a source are not data themselves.
      data: dataFrom === undefined ? properties.conf : {},
    };
    return [{ object: configMap, ...(dataFrom && { dataFrom }) }];
  },
};

/** secret → Opaque Secret named like the component, since others refer to it by that name. */
export const secret: ComponentRenderer<PropertiesData['secret']> = {
  render(context) {
    const { name, properties } = context.component;
    const object: Secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: objectMeta(context, name),
      type: 'Opaque',
      // Not stringData: the server folds that into data and forgets who owns which key, so removed keys would stay.
      data: Object.fromEntries(Object.entries(properties.secret).map(([key, value]) => [key, base64(value)])),
    };
    return [{ object }];
  },
};

function base64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
