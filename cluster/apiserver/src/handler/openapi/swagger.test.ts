import { expect, it } from 'vitest';
import { TestApi } from '../../test-support/test-api.ts';

it.each([
  ['application/json', '{"swagger":"2.0","info":{"title":"Kubernetes","version":"v1.35.0"},"paths":{}}'],
  [
    'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
    '\x0a\x032.0\x12\x15\x0a\x0aKubernetes\x12\x07v1.35.0\x42\x00',
  ],
])('the OpenAPI v2 document exists as %s, and is empty', async (accept, text) => {
  const api = await TestApi.start();
  expect(await api.send('GET', '/openapi/v2', { accept })).toMatchObject({ status: 200, text });
  await api.close();
});
