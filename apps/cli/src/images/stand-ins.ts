import {
  type ImageStore,
  makeImage,
  makeNodeImage,
  type NodeImageOptions,
  parseImageReference,
  plainShellItems,
  type StoredImage,
} from '@kubemin/node';
import { parseAllDocuments, visit } from 'yaml';
import { NODE_COMMAND } from './demo-images.ts';
import { standInFiles } from './stand-in-files.embedded.ts';

/** A small server or program that can take the place of an image where that cannot be pulled. */
export interface StandIn {
  /** Repositories, whatever the tag: `docker.io/library/nginx`. */
  readonly repository: string;
  /** Programs that the image has, by their names; a pair is a program under another name. */
  readonly programs: readonly (string | readonly [name: string, program: string])[];
  /** The program that a container runs; its arguments are those of the container. Without it there is a shell. */
  readonly server?: string;
  /** What it listens on. */
  readonly ports?: readonly number[];
}

/** All stand-ins there are. */
export const STAND_INS: readonly StandIn[] = [
  { repository: 'docker.io/library/nginx', programs: ['nginx'], server: 'nginx', ports: [80] },
  { repository: 'docker.io/traefik/whoami', programs: ['whoami'], server: 'whoami', ports: [80] },
  {
    repository: 'docker.io/library/mysql',
    programs: ['mysqld', 'mysqladmin'],
    server: 'mysqld',
    ports: [3306],
  },
  {
    repository: 'docker.io/library/postgres',
    programs: ['postgres', 'psql', ['pg_isready', 'psql'], ['pg_dump', 'psql']],
    server: 'postgres',
    ports: [5432],
  },
  {
    repository: 'docker.io/library/redis',
    programs: ['redis-server', 'redis-cli'],
    server: 'redis-server',
    ports: [6379],
  },
  {
    repository: 'docker.io/library/rabbitmq',
    programs: ['rabbitmq-server', 'rabbitmq-diagnostics'],
    server: 'rabbitmq-server',
    ports: [5672, 15672],
  },
  { repository: 'docker.io/library/telegraf', programs: ['telegraf'], server: 'telegraf' },
  { repository: 'docker.io/fluent/fluent-bit', programs: ['fluent-bit'], server: 'fluent-bit', ports: [2020] },
  { repository: 'docker.io/library/python', programs: ['python', ['python3', 'python']] },
  { repository: 'docker.io/curlimages/curl', programs: ['curl'] },
  { repository: 'docker.io/alpine/k8s', programs: ['kubectl', 'curl'] },
  { repository: 'docker.io/library/busybox', programs: ['nc'] },
  { repository: 'docker.io/library/alpine', programs: ['nc'] },
];

/** Marks images that are stand-ins. */
export const STAND_IN_LABEL = 'io.kubemin.stand-in';

/** The stand-in for an image; undefined where there is none. */
export function findStandIn(image: string): StandIn | undefined {
  const { registry, repository } = parseImageReference(image);
  return STAND_INS.find((each) => each.repository === `${registry}/${repository}`);
}

export type StandInOutcome =
  | { readonly image: string; readonly kind: 'built'; readonly stored: StoredImage }
  /** The store has the image itself. */
  | { readonly image: string; readonly kind: 'kept' }
  | { readonly image: string; readonly kind: 'unknown' };

/** Makes stand-ins under the names of images, from Node and the shell of this machine. What was pulled or loaded stays. */
export async function buildStandIns(
  store: ImageStore,
  images: readonly string[],
  host: NodeImageOptions,
): Promise<readonly StandInOutcome[]> {
  const outcomes: StandInOutcome[] = [];
  for (const image of new Set(images)) {
    const standIn = findStandIn(image);
    const existing = await store.find(image);
    if (existing !== undefined && existing.config.labels[STAND_IN_LABEL] === undefined) {
      outcomes.push({ image, kind: 'kept' });
    } else if (standIn === undefined) {
      outcomes.push({ image, kind: 'unknown' });
    } else {
      const base = await makeNodeImage(store, host);
      outcomes.push({ image, kind: 'built', stored: await buildStandIn(store, { image, standIn, base, host }) });
    }
  }
  return outcomes;
}

/** The image that serves the files in `/usr/share/nginx/html` on port 80. */
export const STATIC_SERVER_IMAGE = 'kubemin/static:1.0';

/** Makes the image of a server for static files, where the store does not have it. */
export async function makeStaticServerImage(store: ImageStore, host: NodeImageOptions): Promise<StoredImage> {
  const text = standInFiles.nginx ?? '';
  return makeImage(store, {
    references: [STATIC_SERVER_IMAGE],
    base: await makeNodeImage(store, host),
    layers: [[{ path: 'usr/local/bin/serve-files', type: 'text', mode: 0o755, text }]],
    config: {
      entrypoint: [...NODE_COMMAND, '/usr/local/bin/serve-files'],
      cmd: [],
      exposedPorts: ['80/tcp'],
      env: [{ name: 'SERVER_NAME', value: 'kubemin/static' }],
    },
  });
}

interface StandInParts {
  readonly image: string;
  readonly standIn: StandIn;
  readonly base: StoredImage;
  readonly host: NodeImageOptions;
}

async function buildStandIn(store: ImageStore, { image, standIn, base, host }: StandInParts): Promise<StoredImage> {
  const { programs, server, ports = [], repository } = standIn;
  const layer = programs.map((program) => {
    const [name, source] = typeof program === 'string' ? [program, program] : program;
    const text = standInFiles[source];
    if (text === undefined) throw new TypeError(`no program ${source} for the stand-in of ${repository}`);
    return { path: `usr/local/bin/${name}`, type: 'text', mode: 0o755, text } as const;
  });
  // Scripts call these programs: a shell must not run others of the same names.
  const shell = server === undefined ? await plainShellItems(host) : [];
  const config = {
    // As the real ones have it: arguments of a container follow the server.
    entrypoint: server === undefined ? [] : [...NODE_COMMAND, `/usr/local/bin/${server}`],
    cmd: server === undefined ? ['/bin/sh'] : [],
    exposedPorts: ports.map((port) => `${port}/tcp`),
    env: [{ name: 'STAND_IN_FOR', value: image }],
    labels: { [STAND_IN_LABEL]: repository },
  };
  return makeImage(store, { references: [image], base, layers: [[...shell, ...layer]], config });
}

/** The images that a document names: an application, or Kubernetes objects; all fields called `image`. */
export function documentImages(text: string): readonly string[] {
  const images = new Set<string>();
  for (const document of parseAllDocuments(text)) {
    visit(document, {
      Pair: (_, { key, value }) => {
        if (readScalar(key) !== 'image') return;
        const image = readScalar(value);
        if (image !== undefined && image !== '') images.add(image);
      },
    });
  }
  return [...images].sort();
}

function readScalar(node: unknown): string | undefined {
  const value = typeof node === 'object' && node !== null && 'value' in node ? node.value : undefined;
  return typeof value === 'string' ? value : undefined;
}
