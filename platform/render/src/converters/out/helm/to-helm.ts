import { DEFAULT_VERSION } from '@kubemin/model';
import type { ApplicationExport, FileMap } from '../application-export.ts';
import { kubeYaml } from '../kube-yaml.ts';
import { objectFiles } from '../object-files.ts';
import { ChartValues } from './chart-values.ts';
import { parametrise } from './parametrise.ts';
import { templateText } from './template-text.ts';

const SEMVER = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/**
 * A Helm chart. Its values are the images, copies, resources and hosts of each component, and the namespace; with the
 * values it comes with, its templates give exactly the plain manifests.
 */
export function toHelm({ document, objects }: ApplicationExport): FileMap {
  const values = new ChartValues();
  values.set(['namespace'], document.namespace);
  const templates = objectFiles(objects).map(({ file, rendered }) => [
    `templates/${file}`,
    templateText(parametrise(rendered, values)),
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
    'values.yaml': kubeYaml(values.toJSON()),
    ...Object.fromEntries(templates),
  };
}
