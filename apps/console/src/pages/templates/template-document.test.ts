import { expect, test } from 'vitest';
import { freeName, parameterValues, templateDocument } from './template-document.ts';

test('a document names each component of its template, and gives the parameters once', () => {
  const used = { name: 'billing', project: '', namespace: 'shop', templateId: 't1', components: ['db', 'secret'] };
  expect(templateDocument({ ...used, parameters: { database: 'billing' } })).toEqual({
    name: 'billing',
    namespace: 'shop',
    component: [
      { template: { id: 't1', target: 'db', parameters: { database: 'billing' } } },
      { template: { id: 't1', target: 'secret' } },
    ],
  });
  expect(templateDocument({ ...used, parameters: {} }).component[0]).toEqual({ template: { id: 't1', target: 'db' } });
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
