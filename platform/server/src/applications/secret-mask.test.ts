import type { AnyDocument } from '@kubemin/model';
import { builtinRegistry, createModel } from '@kubemin/model';
import { describe, expect, test } from 'vitest';
import { maskSecrets, SECRET_MASK, unmaskSecrets } from './secret-mask.ts';

const model = createModel(builtinRegistry);

function documentWith(secret: Readonly<Record<string, string>>, name = 'creds'): AnyDocument {
  const { document, problems } = model.parse({
    name: 'shop',
    component: [{ name, type: 'secret', properties: { secret } }],
  });
  if (document === undefined) throw new Error(JSON.stringify(problems));
  return document;
}

function secretsOf(document: AnyDocument): unknown {
  return document.component.map((component) => component.properties);
}

describe('masking secrets', () => {
  test('values are masked, keys and other properties stay', () => {
    const masked = maskSecrets({ secret: { password: 'hunter2', user: '' }, labels: { a: 'b' } });
    expect(masked).toEqual({ secret: { password: SECRET_MASK, user: SECRET_MASK }, labels: { a: 'b' } });
  });

  test('properties without secrets are shown as they are', () => {
    expect(maskSecrets({ env: { A: '1' } })).toEqual({ env: { A: '1' } });
  });

  test('a mask that is sent back keeps the stored value, and new values replace it', () => {
    const stored = documentWith({ password: 'hunter2', token: 'old' });
    const { document, problems } = unmaskSecrets(documentWith({ password: SECRET_MASK, token: 'new' }), stored);
    expect(problems).toEqual([]);
    expect(secretsOf(document)).toMatchObject([{ secret: { password: 'hunter2', token: 'new' } }]);
  });

  test('a mask with nothing behind it is a problem and never becomes the secret', () => {
    const masked = documentWith({ password: SECRET_MASK });
    for (const stored of [undefined, documentWith({ other: 'x' }), documentWith({ password: 'y' }, 'others')]) {
      expect(unmaskSecrets(masked, stored).problems).toMatchObject([
        { path: 'component[0].properties.secret.password', code: 'MASKED_SECRET_UNKNOWN', severity: 'error' },
      ]);
    }
  });

  test('a key that every object inherits is not taken for a stored value', () => {
    expect(unmaskSecrets(documentWith({ constructor: SECRET_MASK }), documentWith({ a: 'b' })).problems).toHaveLength(
      1,
    );
  });
});
