// Writes deploy/manifests/kubemin.yaml: the output of the Helm chart with its default values, for use with plain kubectl.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderChartTexts } from './chart/chart.ts';

const root = join(import.meta.dirname, '..');

/** Where the chart is. */
export const CHART: string = join(root, 'deploy', 'helm', 'kubemin');
/** The file that is made from it. */
export const MANIFESTS: string = join(root, 'deploy', 'manifests', 'kubemin.yaml');

const HEAD = `# Made from deploy/helm/kubemin by npm run generate. Change the image, make the Secret (docs/deploy.md), then
# kubectl apply -f kubemin.yaml
apiVersion: v1
kind: Namespace
metadata:
  name: kubemin
`;

/** The text of the file. */
export function manifestsText(): string {
  const texts = renderChartTexts(CHART, { name: 'kubemin', namespace: 'kubemin' });
  return [HEAD, ...texts.map(({ text }) => `${text.trim()}\n`)]
    .join('---\n')
    .replaceAll('managed-by: Helm', 'managed-by: kubectl');
}

if (import.meta.main) await writeFile(MANIFESTS, manifestsText());
