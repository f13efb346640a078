import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { functionMessages } from '../messages/index.ts';
import {
  type CommandContext,
  ExitCode,
  nextCommands,
  refuseExisting,
  typedPath,
  unwritableFile,
  writeNewFile,
} from '../terminal/index.ts';

interface InitFunctionOptions {
  readonly directory: string;
  readonly runtime: 'node' | 'python' | undefined;
}

interface Starter {
  readonly file: string;
  readonly text: string;
}

const STARTERS: Readonly<Record<'node' | 'python', Starter>> = {
  node: {
    file: 'index.js',
    text: `/** Called with the fields of the JSON body; what it returns is the JSON response. */
export default function run({ name = 'world' }) {
  return { message: \`Hello, \${name}\` };
}
`,
  },
  python: {
    file: 'func.py',
    text: `"""Called with the fields of the JSON body as keyword arguments; what it returns is the JSON response."""


def run(name="world"):
    return {"message": f"Hello, {name}"}
`,
  },
};

/** Writes a function to begin with. */
export async function initFunction(context: CommandContext, options: InitFunctionOptions): Promise<ExitCode> {
  const { terminal, translate, cwd } = context;
  const { file, text } = STARTERS[options.runtime ?? 'node'];
  const path = join(options.directory, file);
  refuseExisting(context, path);
  await mkdir(resolve(cwd, options.directory), { recursive: true }).catch((cause) => {
    throw unwritableFile(options.directory, cause);
  });
  await writeNewFile(context, { file: path, text });
  const deploy = `kubemin fn deploy ${typedPath(options.directory)}`;
  terminal.err(nextCommands(context, [[deploy, translate(functionMessages.deployIt)]]));
  return ExitCode.ok;
}
