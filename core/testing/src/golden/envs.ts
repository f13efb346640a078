import type { GoldenExample } from './example.ts';

export const envsExamples: readonly GoldenExample[] = [
  {
    name: 'envs: static values',
    traits: `{
      "envs": [
        { "name": "APP_ENV", "valueFrom": { "static": "production" } },
        { "name": "LOG_LEVEL", "valueFrom": { "static": "info" } }
      ]
    }`,
    container: {
      env: [
        { name: 'APP_ENV', value: 'production' },
        { name: 'LOG_LEVEL', value: 'info' },
      ],
    },
  },
  {
    name: 'envs: from a Secret',
    traits: `{
      "envs": [
        { "name": "DB_PASSWORD", "valueFrom": { "secret": { "name": "db-credentials", "key": "password" } } },
        { "name": "API_KEY", "valueFrom": { "secret": { "name": "api-secrets", "key": "key" } } }
      ]
    }`,
    container: {
      env: [
        { name: 'DB_PASSWORD', valueFrom: { secretKeyRef: { name: 'db-credentials', key: 'password' } } },
        { name: 'API_KEY', valueFrom: { secretKeyRef: { name: 'api-secrets', key: 'key' } } },
      ],
    },
  },
  {
    name: 'envs: from a ConfigMap',
    traits: `{
      "envs": [
        { "name": "DATABASE_URL", "valueFrom": { "config": { "name": "app-config", "key": "database_url" } } }
      ]
    }`,
    container: {
      env: [{ name: 'DATABASE_URL', valueFrom: { configMapKeyRef: { name: 'app-config', key: 'database_url' } } }],
    },
  },
  {
    name: 'envs: from fields of the pod',
    traits: `{
      "envs": [
        { "name": "POD_NAME", "valueFrom": { "field": "metadata.name" } },
        { "name": "POD_IP", "valueFrom": { "field": "status.podIP" } },
        { "name": "NODE_NAME", "valueFrom": { "field": "spec.nodeName" } }
      ]
    }`,
    container: {
      env: [
        { name: 'POD_NAME', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
        { name: 'POD_IP', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'status.podIP' } } },
        { name: 'NODE_NAME', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'spec.nodeName' } } },
      ],
    },
  },
  {
    name: 'envs: all sources together',
    traits: `{
      "envs": [
        { "name": "APP_NAME", "valueFrom": { "static": "my-service" } },
        { "name": "DB_HOST", "valueFrom": { "config": { "name": "db-config", "key": "host" } } },
        { "name": "DB_PASSWORD", "valueFrom": { "secret": { "name": "db-credentials", "key": "password" } } },
        { "name": "INSTANCE_ID", "valueFrom": { "field": "metadata.name" } }
      ]
    }`,
    container: {
      env: [
        { name: 'APP_NAME', value: 'my-service' },
        { name: 'DB_HOST', valueFrom: { configMapKeyRef: { name: 'db-config', key: 'host' } } },
        { name: 'DB_PASSWORD', valueFrom: { secretKeyRef: { name: 'db-credentials', key: 'password' } } },
        { name: 'INSTANCE_ID', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
      ],
    },
  },
];
