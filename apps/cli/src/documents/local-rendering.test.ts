import { expect, test } from 'vitest';
import { exportedFiles } from './local-rendering.ts';

test('a stored document that is no longer valid is reported with a hint', () => {
  const identity = { appId: 'a', componentIds: {} };
  expect(() => exportedFiles('name: shop\ncomponent: 1\n', { format: 'helm', identity })).toThrow(
    expect.objectContaining({
      code: 'DOCUMENT_INVALID',
      hint: expect.objectContaining({ message: expect.stringContaining('kubemin edit APP') }),
    }),
  );
});
