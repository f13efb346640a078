import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { runHere } from '../test-support/run-here.ts';

let home: KubeminHome;
beforeAll(async () => {
  home = await KubeminHome.create();
  await mkdir(home.at('files'));
  await writeFile(home.at('files/1-set.yaml'), SET);
  await writeFile(home.at('files/2-service.yaml'), SERVICE);
  await writeFile(home.at('files/notes.txt'), 'not an object');
});
afterAll(() => home.remove());

const run = (...args: readonly string[]) => runHere([...args, '--data-dir', home.at()], { cwd: home.path });

const SET = `apiVersion: v1
kind: Replicaset
metadata: { name: shop, nameSpace: trial, labels: { app: shop } }
spec:
  replicas: 2
  selector: { app: shop }
  template:
    metadata: { name: shop, labels: { app: shop } }
    spec: { containers: [{ name: Shop, image: { imgName: shop }, ports: [{ containerPort: 80 }] }] }
`;
const SERVICE = `apiVersion: v1
kind: service
metadata: { name: shop, nameSpace: trial }
spec: { selector: { app: shop }, ports: [{ name: web, port: 8080, targetPort: 80 }] }
---
kind: dns
metaData: { name: shop-dns, nameSpace: trial }
host: shop.example.com
paths: [{ serviceName: shop, port: 8080, subPath: /web }]
`;

describe('the dialect of Minik8s', () => {
  test('is printed as Kubernetes has it, with a note of what is not as it was', async () => {
    const converted = await run('convert', '-f', join('files', '1-set.yaml'));
    expect(converted).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('It became "shop"') });
    expect(converted.stdout).toMatch(/^---\napiVersion: apps\/v1\nkind: ReplicaSet\n[\s\S]*matchLabels:/);
    const piped = await runHere(['convert', '-f', '-', '-o', 'name'], { cwd: home.path, piped: SERVICE });
    expect(piped.stdout).toBe('service/shop\ningress/shop-dns\n');
  });

  test('is applied, shown in its own columns, changed and deleted', async () => {
    await home.up();
    const applied = await run('apply', '-f', 'files');
    expect(applied).toMatchObject({
      exitCode: 0,
      stdout: 'replicaset/shop created\nservice/shop created\ningress/shop-dns created\n',
      stderr: expect.stringContaining('namespace trial created'),
    });
    expect((await run('apply', '-f', 'files/1-set.yaml,files/2-service.yaml')).stdout).toBe(
      'replicaset/shop unchanged\nservice/shop unchanged\ningress/shop-dns unchanged\n',
    );
    await writeFile(home.at('files/1-set.yaml'), SET.replace('replicas: 2', 'replicas: 3'));
    expect((await run('apply', '-f', 'files/1-set.yaml')).stdout).toBe('replicaset/shop configured\n');

    expect((await run('get', 'replicaset', 'trial')).stdout).toMatch(
      /^NAMESPACE +NAME +READY\/REPLICAS\ntrial +shop +\d\/3\n$/,
    );
    expect((await run('get', 'dns', 'trial/shop-dns')).stdout).toMatch(
      /^NAME +HOST +PATH +SRVNAME\nshop-dns +shop\.example\.com +\/web +shop\n$/,
    );
    expect((await run('get', 'Service', '-n', 'trial', 'shop')).stdout).toMatch(
      /^NAMESPACE +NAME +SELECTOR +CLUSTERIP +PORT\/TARGETPORT\/NODEPORT +ENDPOINTS\ntrial +shop +app=shop +\S+ +8080\/80\//,
    );
    // The controller makes the third one after the command has returned.
    await eventually(() => run('get', 'pods', '-l', 'app=shop', '-o', 'name'), {
      until: ({ stdout }) => /^(pod\/shop-\w+\n){3}$/.test(stdout),
    });
    expect(JSON.parse((await run('get', 'rs', 'trial/shop', '-o', 'json')).stdout)).toMatchObject({
      kind: 'ReplicaSet',
      spec: { replicas: 3 },
    });
    expect((await run('get', 'node')).stdout).toMatch(/^NAME +STATUS +ROLE\n/);

    expect(await run('delete', 'dns', 'trial/shop-dns')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--yes'),
    });
    expect(await run('delete', 'dns', 'trial/shop-dns', '--yes')).toMatchObject({
      exitCode: 0,
      stdout: 'ingress/shop-dns deleted\n',
    });
    expect((await run('delete', '-f', 'files', '--yes')).stdout).toBe(
      'ingress/shop-dns not found\nservice/shop deleted\nreplicaset/shop deleted\n',
    );
    expect(await run('get', 'replicaset', 'trial')).toMatchObject({ exitCode: 0, stdout: '' });
  });

  test('changes are shown as they happen, until interrupted', async () => {
    const watch = home.start('get', 'configmap', 'default', '--watch', '--data-dir', home.at());
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: watched }\ndata: { a: b }\n';
    await watch.waitForOutput('kube-root-ca.crt');
    await writeFile(home.at('watched.yaml'), text);
    await run('apply', '-f', 'watched.yaml');
    await watch.waitForOutput(/default +watched +ADDED/);
    await run('delete', '-f', 'watched.yaml', '--yes');
    await watch.waitForOutput(/default +watched +DELETED/);
    expect(await watch.end('SIGTERM')).toMatchObject({ exitCode: 130 });
  });

  test('an unknown kind, a missing object and an invalid file are reported with a hint', async () => {
    expect(await run('get', 'podz')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('did you mean pod?'),
    });
    expect(await run('get', 'pod', 'trial/none')).toMatchObject({ exitCode: 5 });
    expect(await run('delete', 'pod', 'trial/none', '--yes')).toMatchObject({ exitCode: 5 });
    expect(await run('delete', '--yes')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('kubemin delete APP'),
    });
    expect(await run('apply', '-f', join('files', 'notes.txt'))).toMatchObject({ exitCode: 3 });
    expect(await run('apply')).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('-f') });
    const bad =
      'apiVersion: v1\nkind: Pod\nmetadata: { name: bad }\nspec: { containers: [] }\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: good }\n';
    await writeFile(home.at('mixed.yaml'), bad);
    expect(await run('apply', '-f', 'mixed.yaml')).toMatchObject({
      exitCode: 3,
      stdout: 'pod/bad failed\nconfigmap/good created\n',
      stderr: expect.stringContaining('spec.containers'),
    });
  });
});
