import type { H1Request } from '../support/h1-connection.ts';

/** What the server holds while it is measured. */
export interface Stock {
  readonly appId: string;
  /** A run of the application that has completed. */
  readonly taskId: string;
}

/** How many applications there are. */
export const APPLICATIONS = 50;

/** A document of three components, as the `turn`-th author wrote it. */
export function document(name: string, turn: number): string {
  return JSON.stringify({
    name,
    description: `turn ${turn}`,
    component: [
      { name: 'settings', type: 'config', properties: { conf: { MODE: 'fast', LEVEL: 'info' } } },
      { name: 'web', type: 'webservice', image: 'nginx:1.27', replicas: 2, properties: { ports: [{ port: 80 }] } },
      { name: 'worker', type: 'webservice', image: 'worker:1', properties: { env: { QUEUE: 'jobs' } } },
    ],
  });
}

/** The name of one of the applications. */
export function applicationName(index: number): string {
  return `bench-${index % APPLICATIONS}`;
}

type Endpoint = (stock: Stock, turn: number) => H1Request;

/** The main endpoints, each as the `turn`-th request to it. */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  list: () => ({ method: 'GET', path: '/api/v1/applications' }),
  get: ({ appId }) => ({ method: 'GET', path: `/api/v1/applications/${appId}` }),
  'save, changed': (_, turn) => ({
    method: 'POST',
    path: '/api/v1/applications',
    body: document(applicationName(turn), turn + 1),
  }),
  try: (_, turn) => ({ method: 'POST', path: '/api/v1/applications/try', body: document('trial', turn) }),
  plan: ({ appId }) => ({ method: 'POST', path: `/api/v1/applications/${appId}/plan`, body: '{}' }),
  exec: ({ appId }) => ({ method: 'POST', path: `/api/v1/applications/${appId}/workflow/exec`, body: '{}' }),
  status: ({ taskId }) => ({ method: 'GET', path: `/api/v1/workflow/tasks/${taskId}/status` }),
  'events of an ended run': ({ taskId }) => ({ method: 'GET', path: `/api/v1/workflow/tasks/${taskId}/events` }),
  'a new stream, to its first event': ({ appId }) => ({
    method: 'GET',
    path: `/api/v1/events?topics=app:${appId}`,
    until: 'first event',
  }),
};
