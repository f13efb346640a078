#!/usr/local/bin/node
// Stand-in for kubectl in a pod: `get` and `delete` of a few resources of its own namespace, with the account of the pod.
import { readFileSync } from 'node:fs';
import { request } from 'node:https';

const GROUPS = {
  pods: '/api/v1',
  services: '/api/v1',
  configmaps: '/api/v1',
  events: '/api/v1',
  nodes: '/api/v1',
  jobs: '/apis/batch/v1',
  cronjobs: '/apis/batch/v1',
  deployments: '/apis/apps/v1',
  leases: '/apis/coordination.k8s.io/v1',
};
const CLUSTER = ['nodes'];
const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = process.env;

const [verb, ...rest] = process.argv.slice(2);
const at = rest.indexOf('--field-selector');
const selector =
  at < 0 ? rest.find((word) => word.startsWith('--field-selector='))?.split(/=(.*)/s)[1] : rest.splice(at, 2)[1];
const [resource, name] = rest.filter((word) => !word.startsWith('-'));
const group = GROUPS[resource];
const fail = (why) => {
  console.error(`kubectl (stand-in): ${why}`);
  process.exit(1);
};
if (!['get', 'delete'].includes(verb) || group === undefined)
  fail(
    `cannot ${[verb, resource].filter(Boolean).join(' ') || 'do nothing'}; it has get and delete of ${Object.keys(GROUPS).join(', ')}`,
  );
if (host === undefined) fail('no API server: not in a pod');

const read = (file) => readFileSync(`${ACCOUNT}/${file}`, 'utf8');
function call(method, path) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${read('token')}`, accept: 'application/json' };
    const sent = request({ host, port, path, method, headers, ca: read('ca.crt'), timeout: 10000 }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () =>
        response.statusCode < 300 ? resolve(JSON.parse(text)) : reject(new Error(JSON.parse(text).message ?? text)),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error('no response')));
    sent.on('error', reject);
    sent.end();
  });
}

const base = `${group}${CLUSTER.includes(resource) ? '' : `/namespaces/${read('namespace')}`}/${resource}`;
const query = selector === undefined ? '' : `?fieldSelector=${encodeURIComponent(selector)}`;
try {
  const items =
    name === undefined ? (await call('GET', `${base}${query}`)).items : [await call('GET', `${base}/${name}`)];
  if (items.length === 0) console.log('No resources found');
  for (const { metadata } of items) {
    if (verb === 'delete') await call('DELETE', `${base}/${metadata.name}`);
    console.log(`${resource}/${metadata.name}${verb === 'delete' ? ' deleted' : ''}`);
  }
} catch (error) {
  fail(error.message);
}
