import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtinRegistry } from '../../types/builtin.ts';
import type { AnyDocument } from '../../types/document.ts';
import { createModel } from '../model.ts';
import { maskDocument, unmaskDocument } from './masked-document.ts';
import { Redactor, SECRET_MASK } from './redactor.ts';
import { secretTexts, secretValues } from './secret-places.ts';

const model = createModel(builtinRegistry);

function secretDocument(input: object): AnyDocument {
  const { document, problems } = model.parse({ name: 'shop', ...input });
  if (document === undefined) throw new Error(JSON.stringify(problems));
  return document;
}

const web = { name: 'web', type: 'webservice', image: 'web:1' };
const keys = (secret: Readonly<Record<string, string>>, name = 'keys') => ({
  name,
  type: 'secret',
  properties: { secret },
});

describe('a redactor', () => {
  const SECRET = 'pa ss/w"ö+rd&1';
  const redactor = new Redactor([SECRET]);

  test.each([
    ['as it is', SECRET],
    ['as JSON writes it', JSON.stringify({ a: SECRET })],
    ['as a URL writes it', `https://a.b/?x=${encodeURIComponent(SECRET)}`],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['behind a user name in base64', Buffer.from(`admin:${SECRET}`).toString('base64')],
    ['between others in base64', Buffer.from(`ab${SECRET}\n and more`).toString('base64')],
    ['in base64 for addresses', Buffer.from(`>${SECRET}?`).toString('base64url')],
  ])('takes a value out %s', (_name, text) => {
    const out = redactor.text(`before ${text} after`);
    expect(out).toContain(SECRET_MASK);
    expect(out).toMatch(/^before .* after$/s);
    for (const form of [SECRET, JSON.stringify(SECRET).slice(1, -1), encodeURIComponent(SECRET)]) {
      expect(out).not.toContain(form);
    }
    const inner = Buffer.from(SECRET).subarray(3, 12).toString('latin1');
    const words = out.split(/[\s"]/).map((word) => Buffer.from(word, 'base64').toString('latin1'));
    expect(words.some((word) => word.includes(inner))).toBe(false);
  });

  test('takes out what is left of a value that was cut off', () => {
    const long = new Redactor(['a-value-of-some-length']);
    expect(long.text('it returned: a-value-of-so')).toBe(`it returned: ${SECRET_MASK}`);
    expect(long.text('it returned: a-value')).toBe('it returned: a-value');
  });

  test('takes out single lines of a value that has several', () => {
    const key = '-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\nAQEFAASCBKcwggSjAgEAAoIB\n-----END KEY-----\n';
    expect(new Redactor([key]).text('  MIIEvQIBADANBgkqhkiG9w0B\n')).toBe(`  ${SECRET_MASK}\n`);
  });

  test('leaves texts alone that hold no value, whatever the values are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 5 }), (values) => {
        expect(new Redactor(values).text('')).toBe('');
        expect(new Redactor(['', ' ', 'abc', ...values.filter((one) => one.length < 4)]).text('abc ok')).toBe('abc ok');
      }),
    );
  });

  test('no form of any value is left in any text around it', () => {
    const text = fc.string({ unit: 'grapheme-ascii', maxLength: 30 });
    const value = fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }).filter((one) => one.trim().length >= 8);
    fc.assert(
      fc.property(text, value, text, (before, secret, after) => {
        fc.pre(!SECRET_MASK.includes(secret));
        const out = new Redactor([secret]).text(`${before}${secret}${after}`);
        expect(out.includes(secret)).toBe(false);
      }),
    );
  });
});

describe('a masked document', () => {
  const everything = {
    component: [
      keys({ password: 'canary-secret-1', 'tls.key': 'canary-secret-2' }),
      {
        ...web,
        properties: { env: { DB_PASSWORD: 'canary-env-1', MODE: 'fast', URL: 'postgres://u:canary-url-1@db/x' } },
        traits: {
          envs: [{ name: 'API_TOKEN', valueFrom: { static: 'canary-env-2' } }],
          init: [{ name: 'prepare', image: 'a:1', properties: { env: { API_KEY: 'canary-env-3' } } }],
          sidecar: [
            {
              name: 'side',
              image: 'a:1',
              traits: { envs: [{ name: 'A_SECRET', valueFrom: { static: 'canary-env-4' } }] },
            },
          ],
        },
      },
      { name: 'settings', type: 'config', properties: { conf: { 'db.password': 'canary-conf-1', mode: 'fast' } } },
    ],
    component_secrets: { password: 'canary-extra-1' },
    note: 'uses canary-secret-1 for now',
  };

  test('shows no secret value, wherever it was written, and everything else', () => {
    const document = secretDocument(everything);
    const shown = JSON.stringify(maskDocument(document));
    expect(JSON.stringify(document)).toContain('canary-extra-1');
    expect(shown).not.toContain('canary');
    expect(shown).toContain('"MODE":"fast"');
    expect([...secretValues(document)].filter((value) => value.startsWith('canary')).length).toBeGreaterThanOrEqual(9);
  });

  test('sent back as it was shown it means the document it was made of', () => {
    const document = secretDocument(everything);
    expect(unmaskDocument(maskDocument(document), document)).toEqual({ document, unknown: [] });
  });

  test('a user name that is also a part of hosts and references leaves these readable', () => {
    const ingress = [
      {
        name: 'page',
        hosts: ['shop.example.org'],
        routes: [{ host: 'shop.example.org', backend: { serviceName: 'shop-web', servicePort: 80 } }],
      },
    ];
    const page = { ...web, name: 'shop-web', dependsOn: ['shop-keys'], traits: { ingress } };
    const document = secretDocument({ component: [keys({ username: 'shop' }, 'shop-keys'), page] });
    const [, shown] = maskDocument(document).component;
    expect(shown).toEqual(document.component[1]);
  });

  test('a mask keeps the stored value and new values replace it, also when components have changed places', () => {
    const stored = secretDocument({ component: [keys({ password: 'hunter22', token: 'old-token' }), web] });
    const sent = secretDocument({ component: [web, keys({ password: SECRET_MASK, token: 'new-token' })] });
    expect(unmaskDocument(sent, stored).document.component[1]?.properties).toMatchObject({
      secret: { password: 'hunter22', token: 'new-token' },
    });
  });

  test('a mask without a value is reported, and a value of another component is never taken', () => {
    const masked = secretDocument({ component: [keys({ password: SECRET_MASK })] });
    const inherited = secretDocument({ component: [keys({ constructor: SECRET_MASK })] });
    for (const stored of [undefined, secretDocument({ component: [keys({ password: 'hunter22' }, 'others')] })]) {
      expect(unmaskDocument(masked, stored).unknown).toEqual([['component', 0, 'properties', 'secret', 'password']]);
    }
    expect(unmaskDocument(inherited, masked).unknown).toHaveLength(1);
  });

  test('credentials of an address are taken out and come back', () => {
    const url = 'https://conf.example.org/a?v=1&token=canary-query-1';
    const stored = secretDocument({
      component: [{ name: 'settings', type: 'config', properties: { conf: { 'config.url': url } } }],
    });
    const shown = maskDocument(stored);
    expect(JSON.stringify(shown)).toContain(`https://conf.example.org/a?v=1&token=${SECRET_MASK}`);
    expect(unmaskDocument(shown, stored).document).toEqual(stored);
    expect(unmaskDocument(shown, undefined).unknown).toHaveLength(1);
  });

  test('reports every mask that stands for nothing, also inside of a text, and no row of asterisks', () => {
    const withCommand = (command: string) => ({
      ...{ name: 'web', type: 'webservice', image: 'nginx:1' },
      properties: { image: 'nginx:1', command: ['sh', '-c', command], conf: { file: '#*********\n#****\n' } },
    });
    const unknown = (command: string): number =>
      unmaskDocument(secretDocument({ component: [withCommand(command)] }), undefined).unknown.length;
    expect(unknown('psql postgres://app@db/app')).toBe(0);
    expect(unknown(`psql postgres://app:${SECRET_MASK}@db/app`)).toBe(1);
    expect(unknown(`login ${SECRET_MASK}${SECRET_MASK}`)).toBe(1);
    expect(unknown(`echo '${'*'.repeat(80)}'`)).toBe(0);
  });
});

test('texts that are secrets or have one in them are found in documents with errors, too', () => {
  const found = secretTexts({
    component: [
      { name: 7, properties: { secret: { a: 'x' }, env: { API_TOKEN: 'canary', MODE: 'fast' } } },
      { properties: { conf: { url: 'mysql://root:canary-word@db/x' } } },
    ],
  });
  expect(found.map(({ path }) => path.join('.')).toSorted()).toEqual([
    'component.0.properties.env.API_TOKEN',
    'component.0.properties.secret.a',
    'component.1.properties.conf.url',
  ]);
});
