import { describe, expect, test } from 'vitest';
import { type ClusterSearch, findClusterAccess, kubeconfigPaths } from './cluster-search.ts';

const kubeconfig = (server: string): string => `
apiVersion: v1
kind: Config
current-context: it
contexts: [{name: it, context: {cluster: it, user: me}}]
clusters: [{name: it, cluster: {server: "${server}"}}]
users: [{name: me, user: {token: t}}]
`;

function search(files: Readonly<Record<string, string>>, given: Partial<ClusterSearch> = {}): ClusterSearch {
  const readFile = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error(`${path} is not there`), { code: 'ENOENT' });
    return text;
  };
  return { env: {}, cwd: '/srv', homeDirectory: '/home/me', readFile, exists: (path) => path in files, ...given };
}

const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
const pod = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' };
const account = { [`${ACCOUNT}/token`]: 't', [`${ACCOUNT}/ca.crt`]: 'ca', [`${ACCOUNT}/namespace`]: 'team' };
const home = { '/home/me/.kube/config': kubeconfig('https://home') };

describe('the cluster is that of', () => {
  const listed = { '/srv/a': kubeconfig('https://listed') };
  const named = { '/srv/b': kubeconfig('https://named') };

  test.each([
    ['the kubeconfig that was named', { kubeconfig: 'b', env: { KUBECONFIG: 'a', ...pod } }, 'https://named'],
    ['the first that KUBECONFIG lists', { env: { KUBECONFIG: 'missing:a', ...pod } }, 'https://listed'],
    ['the home directory', { env: pod }, 'https://home'],
  ])('%s', (_, given, server) => {
    expect(findClusterAccess(search({ ...account, ...home, ...listed, ...named }, given)).server).toBe(server);
  });

  test('the pod it runs in', () => {
    expect(findClusterAccess(search(account, { env: pod })).server).toBe('https://10.96.0.1:443');
  });
});

test('a tilde in a configuration file means the home directory', () => {
  expect(kubeconfigPaths(search({}, { kubeconfig: '~/k' }))).toEqual(['/home/me/k']);
});

test('without any cluster the error names the places that were searched', () => {
  expect(() => findClusterAccess(search({}))).toThrow(/no cluster configured.*\/home\/me\/.kube\/config/);
});

test('a kubeconfig that was named and is missing is no reason to take another', () => {
  expect(() => findClusterAccess(search(home, { kubeconfig: 'gone' }))).toThrow(/gone/);
});
