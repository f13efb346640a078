import { builtinRegistry, defineContainerTrait, extendRegistry, field, type TraitData } from '@kubemin/model';
import * as z from 'zod';
import {
  builtinRenderRegistry,
  generatedName,
  mergeResults,
  type RenderRegistry,
  type TraitRenderer,
} from '../index.ts';

const exporter = defineContainerTrait({
  summary: 'Containers that turn the state of the main one into metrics.',
  schema: (nested) =>
    z.array(
      z.object({
        name: z.string().default(''),
        image: field(z.string().min(1), { missing: 'MISSING_IMAGE' }),
        settings: z.record(z.string(), z.string()).default({}),
        traits: nested,
      }),
    ),
  complete: (entries, owner) =>
    entries.map((entry, index) => ({ ...entry, name: entry.name || `${owner.name}-exporter-${index + 1}` })),
  check: (entries, { report }) => {
    for (const [index, { image }] of entries.entries()) {
      if (image.includes(':')) continue;
      report({ path: [index, 'image'], code: 'ACME_NO_TAG', message: 'Name a version.', severity: 'warning' });
    }
  },
});

export const acmeRegistry = extendRegistry(builtinRegistry, { traits: { exporter } });

const exporterRenderer: TraitRenderer<TraitData<typeof acmeRegistry>['exporter']> = {
  process({ data, nested, component, namespace, appId }) {
    const results = data.map(({ name, image, settings, traits }, index) => {
      const configName = generatedName({ prefix: 'exporter', name: `${component.name}-${index + 1}`, appId });
      const metadata = { name: configName, namespace };
      const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: settings };
      const own = {
        containers: [{ name, image }],
        volumes: [{ name: configName, configMap: { name: configName } }],
        changes: { [name]: { volumeMounts: [{ name: configName, mountPath: '/etc/exporter', readOnly: true }] } },
        pod: { shareProcessNamespace: true },
        objects: [{ object: config }],
      };
      return mergeResults([own, nested(traits, name, [index, 'traits'])]);
    });
    return mergeResults(results);
  },
};

export const acmeRenderRegistry: RenderRegistry<typeof acmeRegistry> = {
  model: acmeRegistry,
  componentTypes: builtinRenderRegistry.componentTypes,
  traits: { ...builtinRenderRegistry.traits, exporter: exporterRenderer },
};
