import { expect, test } from 'vitest';
import { findings, withComponent } from '../test-support/sample.ts';
import { imageFault } from './image-reference.ts';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

test.each([
  'nginx',
  'nginx:1.27',
  'nginx:1.27-alpine_x.Y',
  'library/nginx',
  'myregistry/backend:v1.0.0',
  'localhost/app',
  'localhost:5000/team/app:latest',
  'Registry.Example.COM:5000/a/b__c/d--e.f_g:T',
  '127.0.0.1:5000/app',
  '[::1]:5000/app',
  `nginx@${DIGEST}`,
  `ghcr.io/o/app:1.0@${DIGEST}`,
  'a',
])('R-15: the image %s is accepted', (image) => {
  expect(imageFault(image)).toBeUndefined();
});

test.each([
  ['Nginx:1.27', 'its name has upper-case letters', 'Write "nginx:1.27".'],
  [`ghcr.io/Org/App:V1@${DIGEST}`, 'its name has upper-case letters', `Write "ghcr.io/org/app:V1@${DIGEST}`],
  ['nginx 1.27', 'it contains a space', 'Remove the space'],
  ['nginx:', 'nothing follows the ":"', 'Add a tag'],
  ['nginx:1.27:2', '"1.27:2" cannot be a tag', 'Use at most 128'],
  ['nginx:-x', '"-x" cannot be a tag', ''],
  [`nginx:${'x'.repeat(129)}`, 'cannot be a tag', ''],
  ['https://docker.io/nginx', 'it starts with a URL scheme', 'Write "docker.io/nginx".'],
  ['nginx@sha256:abc', 'the digest after "@" is not valid', '64'],
  [`nginx@${DIGEST.toUpperCase().replace('SHA', 'sha')}`, 'the digest after "@" is not valid', '64'],
  ['a//b', 'a part between slashes is empty', 'Remove the extra'],
  ['/nginx', 'a part between slashes is empty', ''],
  ['nginx/', 'a part between slashes is empty', ''],
  [':1.27', 'it has no name', ''],
  ['example.com:port/app', '"example.com:port" cannot be a registry', ''],
  ['example.com:70000/app', 'has no valid port', ''],
  ['-nginx', '"-nginx" cannot be part of its name', ''],
  ['app:$' + '{TAG}', 'it contains a variable', ''],
])('R-15: the image %s is refused', (image, message, fix) => {
  const fault = imageFault(image);
  expect(fault?.message.message).toContain(message);
  expect(fault?.fix.message).toContain(fix);
});

test('R-15: images are checked wherever a document has one', () => {
  const image = 'Not An Image';
  const bad = withComponent({
    image,
    traits: { init: [{ image, properties: {} }], sidecar: [{ name: 'side', image }] },
  });
  expect(findings(bad).filter((each) => each.includes('INVALID_IMAGE'))).toEqual([
    'error INVALID_IMAGE component[0].image',
    'error INVALID_IMAGE component[0].traits.init[0].properties.image',
    'error INVALID_IMAGE component[0].traits.sidecar[0].image',
  ]);
  expect(findings({ name: 'shop', component: [{ template: { id: 'a0' }, properties: { image } }] })).toContain(
    'error INVALID_IMAGE component[0].properties.image',
  );
});
