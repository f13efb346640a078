import type { KubeObject } from '@kubemin/kubeapi';
import { DEFAULT_VERSION } from '@kubemin/model';
import { kubeYaml } from '../../../yaml/index.ts';
import type { ApplicationExport, FileMap } from '../application-export.ts';
import { objectFiles } from '../object-files.ts';
import { ChartValues } from './chart-values.ts';
import { parametrise } from './parametrise.ts';
import { templateText } from './template-text.ts';

const SEMVER = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/**
 * A Helm chart. Its values are the images, copies, resources, hosts and node ports of each component, the namespace, and
 * the secret values, which it does not come with. Several releases can live in one cluster, beside the application.
 */
export function toHelm({ document, objects }: ApplicationExport): FileMap {
  const values = new ChartValues();
  values.set(['namespace'], '');
  const { namespace } = document;
  const clusterRoles = new Set(objects.flatMap(({ object }) => clusterRoleName(object)));
  const context = { values, namespace, clusterRoles };
  const templates = objectFiles(objects).map(({ file, rendered }) => [
    `templates/${file}`,
    templateText(parametrise(rendered, context)),
  ]);
  const { version: appVersion = DEFAULT_VERSION } = document;
  const chart = {
    apiVersion: 'v2',
    name: document.name,
    type: 'application',
    version: SEMVER.test(appVersion) ? appVersion : '0.1.0',
    appVersion,
    ...(document.description === '' ? {} : { description: document.description }),
  };
  return {
    'Chart.yaml': kubeYaml(chart),
    'values.yaml': `${VALUES_HEAD}${kubeYaml(values.toJSON())}`,
    ...Object.fromEntries(templates),
  };
}

const VALUES_HEAD = `# namespace: where the objects go; empty: the namespace of the release.
# secrets: required, the chart comes without them; pass them with -f or --set-string.
`;

function clusterRoleName({ kind, metadata }: KubeObject): readonly string[] {
  return kind === 'ClusterRole' && metadata.name !== undefined ? [metadata.name] : [];
}
