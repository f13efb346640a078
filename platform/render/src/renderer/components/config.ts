import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
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
