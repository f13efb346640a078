import { describe, expect, test } from 'vitest';
import { containerProcess, formatImageConfig, type ImageConfig, parseImageConfig } from './image-config.ts';

const image: ImageConfig = {
  platform: { os: 'linux', architecture: 'amd64' },
  entrypoint: ['/entry', '-e'],
  cmd: ['serve'],
  env: [
    { name: 'A', value: '1' },
    { name: 'B', value: 'x=y' },
  ],
  workingDir: '/srv',
  user: 'web',
  exposedPorts: ['80/tcp', '443/tcp'],
  stopSignal: 'SIGQUIT',
  labels: { team: 'web' },
  layers: [],
};

describe('the command of a container', () => {
  test.each([
    [undefined, undefined, ['/entry', '-e', 'serve']],
    [['/c'], undefined, ['/c']],
    [undefined, ['a', 'b'], ['/entry', '-e', 'a', 'b']],
    [['/c'], ['a'], ['/c', 'a']],
    [[], [], ['/entry', '-e', 'serve']],
  ])('command %j and args %j run %j', (command, args, argv) => {
    expect(containerProcess(image, { command, args }).command).toEqual(argv);
  });

  test('without any program it is refused', () => {
    expect(() => containerProcess({ ...image, entrypoint: [], cmd: [] })).toThrow('no command specified');
  });
});

test('variables of the container replace those of the image in their place, and others follow', () => {
  const { environment } = containerProcess(image, {
    env: [
      { name: 'C', value: '3' },
      { name: 'A', value: '2' },
      { name: '__proto__', value: 'own' },
    ],
  });
  expect(Object.entries(environment)).toEqual([
    ['PATH', expect.stringContaining('/usr/bin')],
    ['A', '2'],
    ['B', 'x=y'],
    ['C', '3'],
    ['__proto__', 'own'],
  ]);
});

test('the working directory is that of the container, of the image, or the root', () => {
  expect(containerProcess(image, { workingDir: '/w' }).workingDirectory).toBe('/w');
  expect(containerProcess(image, { workingDir: '' }).workingDirectory).toBe('/srv');
  expect(containerProcess({ ...image, workingDir: '' }).workingDirectory).toBe('/');
});

test('a config is read as it was written', () => {
  const layers = [`sha256:${'0'.repeat(64)}`];
  expect(parseImageConfig(Buffer.from(formatImageConfig({ ...image, layers })))).toEqual({
    ...image,
    exposedPorts: ['443/tcp', '80/tcp'],
    layers,
  });
});

test('what Docker writes for an image without settings is read as defaults', () => {
  const text =
    '{"architecture":"amd64","os":"linux","config":{"Env":null,"Cmd":null,"Labels":null},"rootfs":{"diff_ids":null}}';
  expect(parseImageConfig(Buffer.from(text))).toMatchObject({ entrypoint: [], cmd: [], env: [], user: '', layers: [] });
  expect(parseImageConfig(Buffer.from('{}'))).toMatchObject({ cmd: [], layers: [] });
});

test('a config of the wrong shape is refused by the place', () => {
  expect(() => parseImageConfig(Buffer.from('{"config":{"Cmd":[1]}}'))).toThrow(
    'image config.config.Cmd[0] is not a string',
  );
  expect(() => parseImageConfig(Buffer.from('[]'))).toThrow('image config is not an object');
  expect(() => parseImageConfig(Buffer.from('{'))).toThrow('image config is not valid JSON');
});
