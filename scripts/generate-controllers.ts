// Writes deploy/controllers: definitions and samples of the declared resources, and what runs their controllers.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CustomResource, crdYaml } from '@kubemin/controller';
import { sampleResources } from '@kubemin/samples';
import { stringify } from 'yaml';
import {
  apiExtArguments,
  apiExtRole,
  apiExtTls,
  clusterRole,
  deployment,
  hubArguments,
  leaderBinding,
  leaderRole,
  NAME,
  namespace,
  roleBinding,
  serviceAccount,
} from './controllers/hub-objects.ts';

/** Where the files are. */
export const CONTROLLERS: string = join(import.meta.dirname, '..', 'deploy', 'controllers');

const HEAD = '# Made by npm run generate from the declarations of the resources. Do not edit.\n';

/** Every file by its path below deploy/controllers. */
export function controllerFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const write = (path: string, text: string): void => void files.set(path, `${HEAD}${text}`);
  for (const resource of sampleResources) {
    write(`crds/${fileName(resource)}`, crdYaml([resource]));
    write(`samples/${fileName(resource)}`, documents(resource.declaration.samples ?? []));
  }
  write('crds/kustomization.yaml', kustomization({ resources: sampleResources.map(fileName) }));
  const rights = [clusterRole, roleBinding(NAME), leaderRole, leaderBinding];
  const hub = [namespace, serviceAccount, ...rights, deployment];
  write('hub/hub.yaml', documents(hub));
  write('hub/kustomization.yaml', kustomization({ resources: ['../crds', 'hub.yaml'] }));
  write('apiext/apiext.yaml', documents([apiExtRole, roleBinding(apiExtRole.metadata.name)]));
  const serving = started(apiExtArguments, mounted(apiExtTls));
  write('apiext/kustomization.yaml', kustomization({ resources: ['../hub', 'apiext.yaml'], patches: [serving] }));
  for (const { plural } of sampleResources) {
    const alone = hubArguments([`--enabled-controllers=${plural}`, `--leader-election-id=${NAME}-${plural}`]);
    // Otherwise the pods of two controllers beside each other would match both Deployments.
    const labels = [{ pairs: { 'app.kubernetes.io/component': plural }, includeSelectors: true }];
    const parts = { nameSuffix: `-${plural}`, resources: ['../../hub'], labels, patches: [started(alone)] };
    write(`single/${plural}/kustomization.yaml`, kustomization(parts));
  }
  return files;
}

function kustomization(parts: object): string {
  return yaml({ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', ...parts });
}

/** The patch that has the hub started with other arguments. */
function started(args: readonly string[], more: readonly object[] = []): object {
  const patch = [{ op: 'replace', path: '/spec/template/spec/containers/0/args', value: args }, ...more];
  return { target: { kind: 'Deployment', name: NAME }, patch: yaml(patch) };
}

/** The changes that put the files of a Secret into the container. */
function mounted({ secretName, mountPath }: typeof apiExtTls): readonly object[] {
  const name = 'apiext-tls';
  return [
    { op: 'add', path: '/spec/template/spec/volumes/-', value: { name, secret: { secretName } } },
    {
      op: 'add',
      path: '/spec/template/spec/containers/0/volumeMounts/-',
      value: { name, mountPath, readOnly: true },
    },
  ];
}

function documents(objects: readonly object[]): string {
  return objects.map(yaml).join('---\n');
}

function yaml(value: object): string {
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 });
}

function fileName({ group, plural }: CustomResource): string {
  return `${group}_${plural}.yaml`;
}

if (import.meta.main) {
  await rm(CONTROLLERS, { recursive: true, force: true });
  for (const [path, text] of controllerFiles()) {
    const file = join(CONTROLLERS, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
