import { createModel } from '../document/model.ts';
import { builtinRegistry } from '../types/builtin.ts';

export const model = createModel(builtinRegistry);

/** A document with one web service, changed as a test wants it. */
export function withComponent(changes: object): object {
  return { name: 'shop', component: [{ name: 'web', type: 'webservice', image: 'nginx:1.27', ...changes }] };
}

export function withTraits(traits: object): object {
  return withComponent({ traits });
}

/** `severity code path` of every problem, which is what rules promise. */
export function findings(input: unknown): readonly string[] {
  return model.parse(input).problems.map(({ severity, code, path }) => `${severity} ${code} ${path}`);
}

/** A rule by name, a document that meets it, and all problems of that document. */
export type Rule = readonly [name: string, input: unknown, expected: readonly string[]];

/** Maps below these keys are the author's own. `secret` is one too, save where it has a `key`. */
export const FREE_MAPS: ReadonlySet<string> = new Set([
  'env',
  'conf',
  'label',
  'labels',
  'headers',
  'annotations',
  'nodeSelector',
  'serviceAccountLabels',
  'serviceAccountAnnotations',
  'roleLabels',
  'bindingLabels',
]);

/** An application that uses every field of the built-in registry at least once. */
export const fullDocument = {
  name: 'shop',
  namespace: 'team-a',
  alias: 'The shop',
  version: '2.0.0',
  project: 'retail',
  description: 'All fields in use.',
  icon: 'cart',
  tmpEnable: true,
  parameters: [
    {
      name: 'level',
      type: 'enum',
      description: 'How much is logged.',
      default: 'info',
      values: ['info', 'debug'],
      fields: [{ path: 'component[settings].properties.conf.LOG_LEVEL', text: '{level}' }],
    },
    {
      name: 'password',
      type: 'secret',
      required: true,
      pattern: '[a-z]+',
      minimum: 8,
      maximum: 64,
      fields: [{ path: 'component[keys].properties.secret.password' }],
    },
  ],
  component: [
    { name: 'settings', type: 'config', properties: { conf: { LOG_LEVEL: 'info', 'app.Mount_Path': 'kept' } } },
    { name: 'keys', type: 'secret', properties: { secret: { password: 'p', API_KEY: 'k' } } },
    {
      name: 'mysql',
      type: 'store',
      image: 'mysql:8.4',
      replicas: 2,
      properties: {
        ports: [{ port: 3306, expose: false }],
        labels: { Team_A: 'x' },
        annotations: { 'a/mount_path': 'y' },
      },
      traits: {
        storage: [
          {
            name: 'data',
            type: 'persistent',
            mountPath: '/var/lib/mysql',
            subPath: 'mysql',
            tmpCreate: true,
            size: '5Gi',
            storageClass: 'fast',
          },
          { name: 'shared', type: 'persistent', mountPath: '/shared', claimName: 'team-share' },
          {
            name: 'conf',
            type: 'config',
            mountPath: '/etc/conf',
            readOnly: true,
            sourceName: 'settings',
            items: [{ key: 'LOG_LEVEL', path: 'level' }],
          },
        ],
        resources: { cpu: '500m', memory: '1Gi', gpu: '1' },
      },
    },
    {
      name: 'web',
      type: 'webservice',
      image: 'nginx:1.27',
      dependsOn: ['mysql'],
      properties: { env: { value_from: 'kept', mountPath: 'kept' }, command: ['nginx'], args: ['-g', 'daemon off;'] },
      traits: {
        envFrom: [{ type: 'config', sourceName: 'settings' }],
        envs: [
          { name: 'A', valueFrom: { static: 'x' } },
          { name: 'B', valueFrom: { secret: { name: 'keys', key: 'password' } } },
          { name: 'C', valueFrom: { config: { name: 'settings', key: 'LOG_LEVEL' } } },
          { name: 'D', valueFrom: { field: 'metadata.name' } },
        ],
        resources: { cpu: '500m' },
        probes: [
          {
            type: 'liveness',
            httpGet: { path: '/healthz', port: 80, scheme: 'HTTP' },
            initialDelaySeconds: 3,
            periodSeconds: 10,
            timeoutSeconds: 2,
            failureThreshold: 3,
          },
          { type: 'readiness', tcpSocket: { port: 80 }, successThreshold: 2 },
          { type: 'startup', exec: { command: ['true'] } },
        ],
        rbac: [
          {
            serviceAccount: 'web-account',
            namespace: 'team-a',
            clusterScope: true,
            roleName: 'web:reader',
            bindingName: 'web-binding',
            serviceAccountLabels: { Team_A: 'x' },
            serviceAccountAnnotations: { 'a/mount_path': 'y' },
            roleLabels: { Team_A: 'x' },
            bindingLabels: { Team_A: 'x' },
            automountServiceAccountToken: false,
            rules: [
              { apiGroups: [''], resources: ['pods'], resourceNames: ['a'], verbs: ['get'] },
              { nonResourceURLs: ['/metrics'], verbs: ['get'] },
            ],
          },
        ],
        imagePull: { policy: 'Always', secrets: ['registry'] },
        restart: { policy: 'Always' },
        securityContext: {
          runAsUser: 1000,
          runAsGroup: 1000,
          runAsNonRoot: true,
          seccompProfile: 'RuntimeDefault',
          fsGroup: 2000,
          fsGroupChangePolicy: 'OnRootMismatch',
          supplementalGroups: [3000],
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { add: ['NET_ADMIN'], drop: ['ALL'] },
        },
        scheduling: {
          nodeSelector: { Disk_Type: 'ssd' },
          nodeAffinity: [{ key: 'zone', operator: 'NotIn', values: ['c'], weight: 5 }],
          affinity: [{ component: 'mysql', topology: 'zone' }],
          antiAffinity: [{ labels: { Team_A: 'x' }, weight: 7 }],
          tolerations: [{ key: 'gpu', operator: 'Equal', value: 'yes', effect: 'NoExecute', tolerationSeconds: 60 }],
          spread: [{ topology: 'node', maxSkew: 2, whenUnsatisfiable: 'DoNotSchedule' }],
          priorityClass: 'high',
        },
        termination: { gracePeriodSeconds: 60, preStop: { sleepSeconds: 5 } },
        init: [
          {
            name: 'prepare',
            properties: { image: 'busybox', command: ['sh'], args: ['-c', 'true'], env: { mount_path: 'kept' } },
            traits: {
              storage: [{ name: 'scratch', type: 'ephemeral', mountPath: '/scratch', subPath: 'a' }],
              envFrom: [{ type: 'secret', sourceName: 'keys' }],
            },
          },
        ],
        sidecar: [
          {
            name: 'logs',
            image: 'fluentd',
            command: ['fluentd'],
            args: ['-v'],
            env: { sourceName: 'kept' },
            traits: {
              envs: [{ name: 'A', valueFrom: { config: { name: 'settings', key: 'LOG_LEVEL' } } }],
              resources: { cpu: '100m' },
              probes: [{ type: 'readiness', periodSeconds: 3, tcpSocket: { port: 80 } }],
            },
          },
        ],
        share: { strategy: 'force', name: 'our-web' },
        service: {
          type: 'LoadBalancer',
          name: 'front',
          ports: [{ port: 80, targetPort: 8080, name: 'http', nodePort: 30_080, protocol: 'TCP', appProtocol: 'http' }],
          sessionAffinity: 'ClientIP',
          sessionAffinitySeconds: 60,
          externalTrafficPolicy: 'Local',
          internalTrafficPolicy: 'Cluster',
          loadBalancerClass: 'example.com/lb',
          loadBalancerSourceRanges: ['10.0.0.0/8'],
          publishNotReadyAddresses: true,
          labels: { Tier_A: 'x' },
          annotations: { 'a/service_port': 'y' },
        },
        autoscaling: {
          min: 2,
          max: 5,
          cpu: { utilization: 70 },
          memory: { averageValue: '1Gi' },
          behavior: {
            scaleUp: { selectPolicy: 'Max', policies: [{ type: 'Pods', value: 2, periodSeconds: 30 }] },
            scaleDown: { stabilizationWindowSeconds: 300 },
          },
        },
        ingress: [
          {
            name: 'edge',
            namespace: 'team-a',
            hosts: ['shop.example.com'],
            label: { Path_Type: 'x' },
            annotations: { 'a/path_type': 'y' },
            ingressClassName: 'nginx',
            defaultPathType: 'Prefix',
            tls: [{ secretName: 'keys', hosts: ['shop.example.com'] }],
            routes: [
              {
                path: '/api',
                pathType: 'ImplementationSpecific',
                host: 'api.example.com',
                backend: { serviceName: 'web', servicePort: 80 },
                rewrite: { type: 'regexReplace', match: '^/api/(.*)', replacement: '/$1' },
              },
            ],
          },
        ],
        gateway: [
          {
            name: 'door',
            hosts: ['shop.example.com'],
            labels: { Path_Type: 'x' },
            annotations: { 'a/path_type': 'y' },
            tls: [{ secretName: 'keys', hosts: ['shop.example.com'] }],
            routes: [
              {
                path: '/api',
                pathType: 'prefix',
                host: 'api.example.com',
                methods: ['GET', 'POST'],
                headers: { 'X-Service_Port': 'kept' },
                backends: [{ serviceName: 'web', servicePort: 80, weight: 9 }],
                rewrite: { type: 'prefix', replacement: '/' },
                timeout: { request: '30s', backend: '10s' },
              },
              {
                path: '/old',
                redirect: { scheme: 'https', host: 'b.example.com', port: 443, path: '/new', statusCode: 301 },
              },
            ],
          },
        ],
      },
    },
  ],
  workflow: [
    {
      name: 'base',
      mode: 'DAG',
      jobType: 'deploy',
      components: ['settings', 'keys'],
      timeout: '5m',
      retry: { limit: 2, backoff: '2s', factor: 3, maxBackoff: '1m' },
      outputs: [{ name: 'count', from: 'objects.count' }],
      onFailure: 'rollback',
    },
    {
      name: 'rest',
      mode: 'StepByStep',
      subSteps: [
        { name: 'db', components: ['mysql'] },
        {
          name: 'front',
          components: ['web'],
          if: 'steps.base.status == "succeeded"',
          inputs: [{ name: 'expected', from: 'steps.base.outputs.count' }],
        },
      ],
    },
  ],
};
