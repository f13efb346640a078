import { verbatim } from '@kubemin/base/message';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidImageNameError } from './image-error.ts';
import { formatImageReference, parseImageReference } from './image-reference.ts';

const HEX = 'a'.repeat(64);

describe('references', () => {
  test.each([
    ['nginx', 'docker.io/library/nginx:latest'],
    ['nginx:1.25', 'docker.io/library/nginx:1.25'],
    ['team/app', 'docker.io/team/app:latest'],
    ['index.docker.io/nginx', 'docker.io/library/nginx:latest'],
    ['docker.io/nginx', 'docker.io/library/nginx:latest'],
    ['localhost/app', 'localhost/app:latest'],
    ['localhost:5000/app:v1', 'localhost:5000/app:v1'],
    ['[::1]:5000/app', '[::1]:5000/app:latest'],
    ['registry.local:5000/team/app/web', 'registry.local:5000/team/app/web:latest'],
    [`registry.local:5000/team/app@sha256:${HEX}`, `registry.local:5000/team/app@sha256:${HEX}`],
    [`nginx:1.25@sha256:${HEX}`, `docker.io/library/nginx@sha256:${HEX}`],
    ['Upper.Case/app', 'Upper.Case/app:latest'],
    ['UPPER/app', 'UPPER/app:latest'],
    ['a__b--d/e_f.g', 'docker.io/a__b--d/e_f.g:latest'],
  ])('%s is %s', (text, complete) => {
    expect(formatImageReference(parseImageReference(text))).toBe(complete);
  });

  test.each([
    ['', 'invalid reference format'],
    [' ', 'invalid reference format'],
    [':latest', 'invalid reference format'],
    ['nginx:', 'invalid reference format'],
    ['nginx:a b', 'invalid reference format'],
    ['nginx@', 'invalid reference format'],
    ['nginx@sha256:abc', 'invalid reference format'],
    ['-nginx', 'invalid reference format'],
    ['a__b.c/d', 'invalid reference format'],
    ['a//b', 'invalid reference format'],
    ['a/../b', 'invalid reference format'],
    ['https://host/app', 'invalid reference format'],
    ['nginx___x', 'invalid reference format'],
    ['Nginx', 'invalid reference format: repository name (library/Nginx) must be lowercase'],
    [`nginx@sha256:${'a'.repeat(40)}`, 'invalid checksum digest length'],
    [`nginx@sha512:${'a'.repeat(128)}`, 'unsupported digest algorithm'],
    [HEX, `invalid repository name (${HEX}), cannot specify 64-byte hexadecimal strings`],
    ['a'.repeat(256), 'repository name must not be more than 255 characters'],
  ])('%s is refused: %s', (text, problem) => {
    expect(() => parseImageReference(text)).toThrow(new InvalidImageNameError(text, verbatim(problem)).message);
  });
});

const component = fc.stringMatching(/^[a-z0-9]{1,6}(?:(?:\.|_|__|-{1,3})[a-z0-9]{1,6}){0,2}$/);
const registry = fc.oneof(
  fc.constant('localhost'),
  fc.stringMatching(/^[a-z0-9]{1,5}(?:\.[a-z0-9]{1,5}){1,2}(?::[0-9]{1,5})?$/),
  fc.stringMatching(/^[a-z0-9]{1,5}:[0-9]{1,5}$/),
);
const tag = fc.stringMatching(/^\w[\w.-]{0,20}$/);
const digest = fc.stringMatching(/^sha256:[0-9a-f]{64}$/);

test('every reference that is composed of valid parts is read as these parts', () => {
  fc.assert(
    fc.property(
      registry,
      fc.array(component, { minLength: 1, maxLength: 4 }),
      fc.option(tag, { nil: undefined }),
      fc.option(digest, { nil: undefined }),
      (host, path, tagged, digested) => {
        const name = `${host}/${path.join('/')}`;
        const text = `${name}${tagged === undefined ? '' : `:${tagged}`}${digested === undefined ? '' : `@${digested}`}`;
        expect(parseImageReference(text)).toEqual({
          registry: host,
          repository: path.join('/'),
          tag: digested === undefined ? (tagged ?? 'latest') : undefined,
          digest: digested,
        });
      },
    ),
  );
});

test('any text is either refused, or complete text that parses to the same reference and is safe in paths', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('a', 'B', '0', '.', '/', ':', '@', '-', '_', '[', ']', 'sha256:', HEX) }),
  );
  fc.assert(
    fc.property(text, (given) => {
      let parsed: ReturnType<typeof parseImageReference>;
      try {
        parsed = parseImageReference(given);
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidImageNameError);
        return;
      }
      expect(parseImageReference(formatImageReference(parsed))).toEqual(parsed);
      expect(parsed.repository.split('/')).not.toContain('..');
      expect(parsed.repository).toMatch(/^[a-z0-9._/-]+$/);
    }),
    { numRuns: 500 },
  );
});
