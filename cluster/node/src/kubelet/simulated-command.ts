import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ContainerStreams } from '@kubemin/kubeapi/stream';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { wordsOf } from './command-words.ts';

/** Where a simulated command runs, and what it talks to. */
export interface CommandSetting {
  readonly pod: Pod;
  readonly container: string;
  readonly streams: ContainerStreams;
  readonly signal: AbortSignal;
}

type SimulatedCommand = (args: readonly string[], setting: CommandSetting) => Promise<number>;

const COMMANDS: Readonly<Record<string, SimulatedCommand>> = {
  true: async () => 0,
  false: async () => 1,
  exit: async ([code = '0']) => Number(code) & 0xff,
  echo: async (args, { streams }) => {
    streams.stdout?.write(`${args.join(' ')}\n`);
    return 0;
  },
  hostname: async (_args, { pod, streams }) => {
    streams.stdout?.write(`${pod.spec?.hostname ?? pod.metadata.name}\n`);
    return 0;
  },
  env: async (_args, { pod, container, streams }) => {
    const found = pod.spec?.containers.find(({ name }) => name === container);
    const given = (found?.env ?? []).flatMap(({ name, value }) => (value === undefined ? [] : [`${name}=${value}\n`]));
    streams.stdout?.write([`HOSTNAME=${pod.metadata.name}\n`, ...given].join(''));
    return 0;
  },
  cat: async (_args, { streams: { stdin, stdout }, signal }) => {
    if (stdin !== undefined && stdout !== undefined) await pipeline(stdin, stdout, { end: false, signal });
    return 0;
  },
};

const SHELLS = ['sh', 'bash', 'ash', 'dash'];

/** Runs what little a container that runs nothing can: a few commands, and a shell that knows them. */
export async function runSimulated(
  [program = '', ...args]: readonly string[],
  setting: CommandSetting,
): Promise<number> {
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (SHELLS.includes(name)) return args[0] === '-c' ? runLine(args[1] ?? '', setting) : runShell(setting);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined) return command(args, setting);
  const output = setting.streams.stderr ?? setting.streams.stdout;
  output?.write(`${name}: not simulated; this container runs nothing (kubemin.io/simulated)\n`);
  return 127;
}

function runLine(line: string, setting: CommandSetting): Promise<number> {
  const words = wordsOf(line);
  return words.length === 0 ? Promise.resolve(0) : runSimulated(words, setting);
}

function terminalOutput(say: (text: string) => void): Writable {
  return new Writable({
    write: (bytes: Uint8Array, _encoding, done) => {
      say(Buffer.from(bytes).toString());
      done();
    },
  });
}

/** Reads lines and runs them, until the input ends or says exit. At a terminal it echoes, as nobody else does. */
async function runShell({ streams, ...rest }: CommandSetting): Promise<number> {
  const { stdin, stdout, resize } = streams;
  const tty = resize !== undefined;
  const say = (text: string): void => {
    if (tty) stdout?.write(text.replaceAll('\n', '\r\n'));
  };
  say('This container is simulated: nothing runs here, and few commands are known.\n$ ');
  // What commands write goes through the terminal, too.
  const setting = { ...rest, streams: tty ? { ...(stdout && { stdout: terminalOutput(say) }) } : streams };
  let line = '';
  let code = 0;
  for await (const chunk of stdin ?? []) {
    for (const character of String(chunk)) {
      if (character === '\u0004' && line === '') return code;
      if (character !== '\r' && character !== '\n') {
        say(character);
        line += character;
        continue;
      }
      say('\n');
      const words = wordsOf(line);
      line = '';
      if (words[0] === 'exit') return Number(words[1] ?? code) & 0xff;
      if (words.length > 0) code = await runSimulated(words, setting);
      say('$ ');
    }
  }
  return line === '' ? code : runLine(line, setting);
}
