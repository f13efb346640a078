import { expect, test } from 'vitest';
import { templateEntries } from '../../draft/index.ts';
import { freeName, parameterValues, templateDocument } from './template-document.ts';

test('a document names each component of its template, and gives the parameters once', () => {
  const used = { name: 'billing', project: '', namespace: 'shop', templateId: 't1', components: ['db', 'secret'] };
  expect(templateDocument({ ...used, parameters: { database: 'billing' } })).toEqual({
    name: 'billing',
    namespace: 'shop',
    component: [
      { name: 'billing-db', template: { id: 't1', target: 'db', parameters: { database: 'billing' } } },
      { name: 'billing-secret', template: { id: 't1', target: 'secret' } },
    ],
  });
  expect(templateDocument({ ...used, parameters: {} }).component[0]).toEqual({
    name: 'billing-db',
    template: { id: 't1', target: 'db' },
  });
});

test('components of a template get the names that the platform gives: short enough, each its own, none that is taken', () => {
  const long = (end: string) => `a-component-of-a-template-with-a-name-that-is-very-long-${end}`;
  const use = { app: 'shop', templateId: 't1', taken: ['shop-db'] };
  const names = (components: readonly string[]) => templateEntries({ ...use, components }).map(({ name }) => name);
  expect(names(['tem-db', 'other-web', 'web'])).toEqual(['shop-tem-db', 'shop-web', 'shop-web-2']);
  const many = names([long('db-one'), long('db-two'), 'a'.repeat(63), `${'a'.repeat(57)}-b`]);
  expect(new Set(many).size).toBe(4);
  for (const name of many) expect(name).toMatch(/^[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/);
});

test('values have the type of their parameter, and what was left empty is not given', () => {
  const parameter = (name: string, type: 'integer' | 'boolean' | 'enum' | 'string' | 'quantity') => ({
    ...{ name, type, description: '', required: false },
    ...(type === 'enum' && { values: [8, '9'] }),
  });
  const declared = [
    parameter('replicas', 'integer'),
    parameter('tls', 'boolean'),
    parameter('version', 'enum'),
    parameter('size', 'quantity'),
    parameter('note', 'string'),
  ];
  expect(parameterValues(declared, { replicas: '2', tls: 'false', version: '8', size: '1Gi', note: '' })).toEqual({
    replicas: 2,
    tls: false,
    version: 8,
    size: '1Gi',
  });
  // Not silently changed: the server names what is wrong with it.
  expect(parameterValues(declared, { replicas: 'two' })).toEqual({ replicas: 'two' });
});

test('a template used again and again gets names that no application has', () => {
  expect(freeName('mysql-template', [])).toBe('mysql');
  expect(freeName('mysql-template', ['mysql', 'mysql-2'])).toBe('mysql-3');
  expect(freeName('template', [])).toBe('app');
});
