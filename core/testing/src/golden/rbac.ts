import type { GoldenExample, GoldenObject } from './example.ts';

const API = 'rbac.authorization.k8s.io';

/** A service account, its role and its binding, as the manual prints them. */
function trio(account: string, rules: readonly object[], scope: '' | 'Cluster' = ''): readonly GoldenObject[] {
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: account } },
    { apiVersion: `${API}/v1`, kind: `${scope}Role`, metadata: { name: `${account}-role` }, rules },
    {
      apiVersion: `${API}/v1`,
      kind: `${scope}RoleBinding`,
      metadata: { name: `${account}-binding` },
      subjects: [{ kind: 'ServiceAccount', name: account, namespace: 'default' }],
      roleRef: { kind: `${scope}Role`, name: `${account}-role`, apiGroup: API },
    },
  ];
}

export const rbacExamples: readonly GoldenExample[] = [
  {
    name: 'rbac: reading pods',
    traits: `{
      "rbac": [
        {
          "serviceAccount": "pod-reader",
          "rules": [ { "apiGroups": [""], "resources": ["pods"], "verbs": ["get", "list", "watch"] } ]
        }
      ]
    }`,
    pod: { serviceAccountName: 'pod-reader' },
    objects: trio('pod-reader', [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] }]),
  },
  {
    name: 'rbac: reading ConfigMaps and Secrets',
    traits: `{
      "rbac": [
        {
          "serviceAccount": "config-reader",
          "rules": [ { "apiGroups": [""], "resources": ["configmaps", "secrets"], "verbs": ["get", "list"] } ]
        }
      ]
    }`,
    objects: trio('config-reader', [{ apiGroups: [''], resources: ['configmaps', 'secrets'], verbs: ['get', 'list'] }]),
  },
  {
    name: 'rbac: managing Deployments',
    traits: `{
      "rbac": [
        {
          "serviceAccount": "deployment-manager",
          "rules": [
            {
              "apiGroups": ["apps"],
              "resources": ["deployments"],
              "verbs": ["get", "list", "watch", "create", "update", "patch", "delete"]
            },
            { "apiGroups": [""], "resources": ["pods"], "verbs": ["get", "list", "watch"] }
          ]
        }
      ]
    }`,
    objects: trio('deployment-manager', [
      {
        apiGroups: ['apps'],
        resources: ['deployments'],
        verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
      },
      { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] },
    ]),
  },
  {
    name: 'rbac: the whole cluster',
    traits: `{
      "rbac": [
        {
          "serviceAccount": "cluster-admin-sa",
          "clusterScope": true,
          "rules": [
            { "apiGroups": [""], "resources": ["nodes"], "verbs": ["get", "list", "watch"] },
            { "apiGroups": [""], "resources": ["namespaces"], "verbs": ["get", "list"] }
          ]
        }
      ]
    }`,
    objects: trio(
      'cluster-admin-sa',
      [
        { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch'] },
        { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list'] },
      ],
      'Cluster',
    ),
  },
  {
    name: 'rbac: objects by name',
    traits: `{
      "rbac": [
        {
          "serviceAccount": "specific-config-reader",
          "rules": [
            {
              "apiGroups": [""],
              "resources": ["configmaps"],
              "resourceNames": ["app-config", "feature-flags"],
              "verbs": ["get"]
            }
          ]
        }
      ]
    }`,
    objects: trio('specific-config-reader', [
      { apiGroups: [''], resources: ['configmaps'], resourceNames: ['app-config', 'feature-flags'], verbs: ['get'] },
    ]),
  },
  {
    name: 'rbac: everything said',
    traits: `{
      "rbac": [
        {
          "serviceAccount": "backend-sa",
          "roleName": "backend-role",
          "bindingName": "backend-binding",
          "automountServiceAccountToken": false,
          "serviceAccountLabels": { "app": "backend", "env": "production" },
          "serviceAccountAnnotations": { "description": "Backend service account" },
          "roleLabels": { "app": "backend" },
          "bindingLabels": { "app": "backend" },
          "rules": [
            { "apiGroups": [""], "resources": ["pods", "services"], "verbs": ["get", "list", "watch"] },
            { "apiGroups": [""], "resources": ["configmaps"], "verbs": ["get"] }
          ]
        }
      ]
    }`,
    pod: { serviceAccountName: 'backend-sa', automountServiceAccountToken: false },
    objects: [
      {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: {
          name: 'backend-sa',
          labels: { app: 'backend', env: 'production' },
          annotations: { description: 'Backend service account' },
        },
        automountServiceAccountToken: false,
      },
      {
        apiVersion: `${API}/v1`,
        kind: 'Role',
        metadata: { name: 'backend-role', labels: { app: 'backend' } },
        rules: [
          { apiGroups: [''], resources: ['pods', 'services'], verbs: ['get', 'list', 'watch'] },
          { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] },
        ],
      },
      {
        apiVersion: `${API}/v1`,
        kind: 'RoleBinding',
        metadata: { name: 'backend-binding', labels: { app: 'backend' } },
      },
    ],
  },
  {
    name: 'rbac: several policies',
    traits: `{
      "rbac": [
        {
          "serviceAccount": "primary-sa",
          "rules": [ { "apiGroups": [""], "resources": ["pods"], "verbs": ["get", "list"] } ]
        },
        {
          "serviceAccount": "secondary-sa",
          "clusterScope": true,
          "rules": [ { "apiGroups": [""], "resources": ["nodes"], "verbs": ["get", "list"] } ]
        }
      ]
    }`,
    pod: { serviceAccountName: 'primary-sa' },
    objects: [
      ...trio('primary-sa', [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }]),
      ...trio('secondary-sa', [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list'] }], 'Cluster'),
    ],
  },
];
