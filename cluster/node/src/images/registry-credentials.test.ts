import { expect, test } from 'vitest';
import { parseImageReference } from './image-reference.ts';
import { credentialsFor, parseDockerConfig } from './registry-credentials.ts';

const encode = (text: string): string => Buffer.from(text).toString('base64');

test('a dockerconfigjson is read, in all forms that tools write', () => {
  const config = {
    auths: {
      'https://index.docker.io/v1/': { auth: encode('hub:p:w') },
      'registry.local:5000': { username: 'user', password: 'plain' },
      'padded.local': { auth: encode('user:pw\0\0') },
      'empty.local': {},
    },
  };
  expect(parseDockerConfig(JSON.stringify(config))).toEqual([
    { server: 'index.docker.io', username: 'hub', password: 'p:w' },
    { server: 'registry.local:5000', username: 'user', password: 'plain' },
    { server: 'padded.local', username: 'user', password: 'pw' },
  ]);
  expect(parseDockerConfig(JSON.stringify({ 'old.local': { auth: encode('a:b') } }))).toEqual([
    { server: 'old.local', username: 'a', password: 'b' },
  ]);
  expect(parseDockerConfig('{}')).toEqual([]);
  expect(() => parseDockerConfig('{"auths":{"x":1}}')).toThrow('docker config.auths.x is not an object');
});

test.each([
  ['index.docker.io', 'nginx', true],
  ['docker.io', 'docker.io/team/app', true],
  ['registry.local', 'registry.local/app', true],
  ['registry.local', 'registry.local:5000/app', false],
  ['registry.local:5000', 'registry.local:5000/app', true],
  ['registry.local/team', 'registry.local/team/app', true],
  ['registry.local/team', 'registry.local/teams/app', false],
  ['*.example.com', 'a.example.com/app', true],
  ['*.example.com', 'a.b.example.com/app', false],
  ['*.example.com', 'example.com/app', false],
  ['reg*y.local', 'registry.local/app', true],
  ['evil.local', 'registry.local/app', false],
])('credentials of %s for %s: %s', (server, image, matches) => {
  const all = [{ server, username: 'u', password: 'p' }];
  expect(credentialsFor(all, parseImageReference(image))).toEqual(matches ? all : []);
});

test('the most specific credentials come first', () => {
  const all = ['registry.local', 'registry.local/team/app', 'registry.local/team'].map((server) => ({
    server,
    username: 'u',
    password: 'p',
  }));
  expect(credentialsFor(all, parseImageReference('registry.local/team/app')).map(({ server }) => server)).toEqual([
    'registry.local/team/app',
    'registry.local/team',
    'registry.local',
  ]);
});
