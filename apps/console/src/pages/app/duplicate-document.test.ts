import { SECRET_MASK } from '@kubemin/model';
import { expect, test } from 'vitest';
import { copyDocument, maskedValues } from './duplicate-document.ts';

const document = {
  name: 'shop',
  component: [
    { name: 'login', type: 'secret', properties: { secret: { password: SECRET_MASK, user: 'known' } } },
    {
      name: 'api',
      type: 'webservice',
      image: 'api:1',
      command: [`psql postgres://app:${SECRET_MASK}@db/app`],
      properties: { env: { API_TOKEN: SECRET_MASK, MODE: 'fast' } },
    },
  ],
  workflow: [{ name: 'call', properties: { headers: { 'X-Key': SECRET_MASK } } }],
};

test('every masked value is asked for, wherever it is, and the copy has them under its own name', () => {
  const masked = maskedValues(document);
  expect(masked.map(({ owner, key, within }) => [owner, key, within])).toEqual([
    ['login', 'password', undefined],
    ['api', 'command[0]', `psql postgres://app:${SECRET_MASK}@db/app`],
    ['api', 'properties.env.API_TOKEN', undefined],
    ['workflow', '[0].properties.headers.X-Key', undefined],
  ]);
  const values = Object.fromEntries(masked.map(({ id, key }) => [id, `new ${key}`]));
  const copy = copyDocument(document, 'shop-2', values);
  expect(copy).toEqual({
    name: 'shop-2',
    component: [
      { name: 'login', type: 'secret', properties: { secret: { password: 'new password', user: 'known' } } },
      {
        name: 'api',
        type: 'webservice',
        image: 'api:1',
        command: ['psql postgres://app:new command[0]@db/app'],
        properties: { env: { API_TOKEN: 'new properties.env.API_TOKEN', MODE: 'fast' } },
      },
    ],
    workflow: [{ name: 'call', properties: { headers: { 'X-Key': 'new [0].properties.headers.X-Key' } } }],
  });
  expect(maskedValues(copy)).toEqual([]);
});
