import type { DocumentText } from '@kubemin/client';

/** A document in JSON, as a program would send it. */
export function json(document: object): DocumentText {
  return { text: JSON.stringify(document), format: 'json' };
}

/** A webservice for a document. */
export function webservice(name: string, more: object = {}): object {
  return { name, type: 'webservice', image: 'nginx:1.27', properties: { ports: [{ port: 80 }] }, ...more };
}

/** An application of a config, a secret, a store and a webservice. */
export const SHOP = {
  name: 'shop',
  alias: 'The shop',
  description: 'sells things',
  component: [
    { name: 'settings', type: 'config', properties: { conf: { MODE: 'fast' } } },
    { name: 'credentials', type: 'secret', properties: { secret: { PASSWORD: 'hunter2' } } },
    { name: 'database', type: 'store', image: 'mysql:8', properties: { ports: [{ port: 3306 }] } },
    webservice('web', { replicas: 2 }),
  ],
};
