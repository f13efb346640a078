import { SECRET_MASK } from '@kubemin/model';
import { expect, test } from 'vitest';
import { copyDocument, maskedValues } from './duplicate-document.ts';

const document = {
  name: 'shop',
  component: [
    { name: 'login', type: 'secret', properties: { secret: { password: SECRET_MASK, user: 'known' } } },
    { name: 'api', type: 'webservice', image: 'api:1' },
  ],
};

test('masked values of secrets are asked for, and the copy has them under its own name', () => {
  expect(maskedValues(document)).toEqual([{ component: 'login', key: 'password' }]);
  expect(copyDocument(document, 'shop-2', { 'login password': 'hunter2' })).toEqual({
    name: 'shop-2',
    component: [
      { name: 'login', type: 'secret', properties: { secret: { password: 'hunter2', user: 'known' } } },
      { name: 'api', type: 'webservice', image: 'api:1' },
    ],
  });
  expect(document.component[0]?.properties?.secret.password).toBe(SECRET_MASK);
});
