import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { type ImageStore, makeImage, makeNodeImage, type NodeImageOptions, type StoredImage } from '@kubemin/node';
import demoDocument from '../../../../examples/demo.json' with { type: 'json' };
import { demoFiles } from './demo-files.embedded.ts';

/** States what the images of the demo were made of, so that what is there need not be looked at in full. */
const KEY_LABEL = 'io.kubemin.demo';

/**
 * Small servers: most of what they take is the program itself, whose pages all of them share. Compiling their code would cost
 * a third more memory.
 */
export const NODE_COMMAND = [
  'node',
  '--max-old-space-size=32',
  '--max-semi-space-size=1',
  '--v8-pool-size=0',
  '--jitless',
];

/** The images of the demo; undefined where the store lacks one, or has one that was made of other programs. */
export async function findDemoImages(
  store: ImageStore,
  host: NodeImageOptions,
): Promise<readonly StoredImage[] | undefined> {
  const key = await sourceKey(host);
  const existing = await Promise.all(parts.map(({ image }) => store.find(image)));
  const current = existing.filter((image) => image?.config.labels[KEY_LABEL] === key);
  const complete = current.filter((image) => image !== undefined);
  return complete.length === parts.length ? complete : undefined;
}

/**
 * Makes the images of the demo where the store does not have them, from Node and the shell of this machine. No network is
 * used. With them there this takes a few milliseconds.
 */
export async function provideDemoImages(store: ImageStore, host: NodeImageOptions): Promise<readonly StoredImage[]> {
  const existing = await findDemoImages(store, host);
  if (existing !== undefined) return existing;
  const key = await sourceKey(host);
  const base = await makeNodeImage(store, host);
  const images: StoredImage[] = [];
  for (const { image, files, port } of parts) {
    const layer = Object.entries(files).map(
      ([name, text]) => ({ path: `app/${name}`, type: 'text', mode: 0o644, text }) as const,
    );
    const config = {
      cmd: [...NODE_COMMAND, '/app/server.cjs'],
      workingDir: '/app',
      exposedPorts: [`${port}/tcp`],
      labels: { [KEY_LABEL]: key },
      // They connect to each other alone, and what Node loads for proxies is a sixth of their memory.
      env: [{ name: 'NODE_USE_ENV_PROXY', value: '0' }],
    };
    images.push(await makeImage(store, { references: [image], base, layers: [layer], config }));
  }
  return images;
}

interface DemoPart {
  readonly image: string;
  readonly port: number;
  readonly files: Readonly<Record<string, string>>;
}

const parts: readonly DemoPart[] = demoDocument.component.flatMap(({ name, image, properties: { ports } }) => {
  const files = demoFiles[name];
  return image === undefined || files === undefined ? [] : [{ image, files, port: ports?.[0]?.port ?? 0 }];
});

/** The images that provideDemoImages makes. */
export const DEMO_IMAGES: readonly string[] = parts.map(({ image }) => image);

/** Changes with the programs of the demo, with Node, and with what this module does with them. */
async function sourceKey({ nodePath, nodeVersion }: NodeImageOptions): Promise<string> {
  const { size, mtimeMs } = await stat(nodePath);
  const source = JSON.stringify([parts, NODE_COMMAND, nodePath, nodeVersion, size, mtimeMs]);
  return createHash('sha256').update(source).digest('hex').slice(0, 32);
}
