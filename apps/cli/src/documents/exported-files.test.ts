import { expect, test } from 'vitest';
import { exportedFiles } from './exported-files.ts';

test('a stored document that is no longer valid is told with what to do', () => {
  const identity = { appId: 'a', componentIds: {} };
  expect(() => exportedFiles('name: shop\ncomponent: 1\n', { format: 'helm', identity })).toThrow(
    expect.objectContaining({
      code: 'DOCUMENT_INVALID',
      hint: expect.objectContaining({ message: expect.stringContaining('kubemin edit APP') }),
    }),
  );
});
