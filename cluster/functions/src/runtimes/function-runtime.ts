import { runtimePrograms } from './program-files.embedded.ts';

/** What runs functions of one language. */
export interface FunctionRuntime {
  readonly name: string;
  /** The image of its instances, where a function names none; undefined where each function must name one. */
  readonly image?: string;
  /** The program that loads code and serves calls; undefined where the image is a server already. */
  readonly program?: {
    readonly fileName: string;
    readonly text: string;
    /** The words before the path of the program. */
    readonly command: readonly string[];
  };
}

export interface RuntimeSettings {
  /** Images by the name of the runtime, in place of the defaults. */
  readonly images?: Readonly<Record<string, string>>;
  /** Further runtimes, and others in place of ours. */
  readonly runtimes?: readonly FunctionRuntime[];
}

const BUILTIN: readonly FunctionRuntime[] = [
  {
    name: 'node',
    image: 'node:24-alpine',
    program: {
      fileName: 'runtime-server.mjs',
      text: runtimePrograms.node,
      // Code without a package.json is of either kind of module, which Node finds out.
      command: ['node', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
    },
  },
  {
    name: 'python',
    image: 'python:3.13-alpine',
    program: { fileName: 'runtime_server.py', text: runtimePrograms.python, command: ['python3', '-u'] },
  },
  { name: 'http' },
];

/** The runtimes by their names. */
export function createRuntimes({
  images = {},
  runtimes = [],
}: RuntimeSettings = {}): ReadonlyMap<string, FunctionRuntime> {
  const all = [...BUILTIN, ...runtimes].map((runtime) => {
    const image = images[runtime.name] ?? runtime.image;
    return image === undefined ? runtime : { ...runtime, image };
  });
  return new Map(all.map((runtime) => [runtime.name, runtime]));
}
