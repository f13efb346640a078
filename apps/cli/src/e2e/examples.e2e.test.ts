import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Example } from '../command/cli-command.ts';
import { COMMANDS } from '../commands/commands.ts';
import { ExitCode } from '../terminal/errors/cli-error.ts';
import { ExamplePlatform } from '../test-support/example-platform.ts';
import { kubectlVersion } from '../test-support/kubectl.ts';
import { kubemin } from '../test-support/kubemin-command.ts';
import { type FinishedKubemin, KubeminProcess } from '../test-support/kubemin-process.ts';
import { runHere } from '../test-support/run-here.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';

/** Commands that run until they are stopped, and the output that shows that they run. */
const LASTING: Readonly<Record<string, string | RegExp>> = {
  up: 'KubeMin is up',
  server: /^http:\S+\n/m,
  apiserver: 'API server is up',
  attach: /^attached to \S+;/m,
  'port-forward': /^127\.0\.0\.1:\d+ -> \S+:80$/m,
};
/** Of those, what needs the platform that runs. */
const GUESTS = ['attach', 'port-forward'];
/** Commands that stop the platform that runs. */
const STOPS = ['down', 'reset'];
/** Commands that pass the streams of their process on. The others run in this process, which is many times faster. */
const OWN_PROCESS = ['kubectl', 'exec'];

interface Case extends Example {
  readonly command: string;
}

/** What passes its words on to another program can only be executed where that is installed. */
const absent = (await kubectlVersion()) === undefined ? ['kubectl'] : [];

const cases = COMMANDS.filter(({ path }) => !absent.includes(path.join(' '))).flatMap(
  ({ path, examples }): readonly Case[] => examples.map((example) => ({ ...example, command: path.join(' ') })),
);

/** The words of a line as a shell would take them apart. */
function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
}

async function execute(platform: ExamplePlatform, { line, command, exit = ExitCode.ok }: Case): Promise<void> {
  const { home } = platform;
  await platform.prepare(command);
  const [program, ...args] = splitWords(line);
  expect(program).toBe('kubemin');
  const ready = LASTING[command];
  // A long-running command does not share the directory of the platform it may need.
  const data = ready === undefined || GUESTS.includes(command) ? home.at() : home.at('own');
  const place = { cwd: home.path, env: { KUBEMIN_HOME: data, KUBEMIN_COMMAND: 'kubemin' } };
  const finished =
    ready === undefined && !OWN_PROCESS.includes(command)
      ? await runHere(args, place)
      : await runProcess(args, place, ready);
  expect(finished.exitCode, `${line}\n${finished.stdout}\n${finished.stderr}`).toBe(exit);
}

async function runProcess(
  args: readonly string[],
  place: { readonly cwd: string; readonly env: { readonly KUBEMIN_HOME: string; readonly KUBEMIN_COMMAND: string } },
  ready: string | RegExp | undefined,
): Promise<FinishedKubemin> {
  const process = new KubeminProcess(args, place);
  if (ready !== undefined) {
    await process.waitForOutput(ready);
    const detaches = args.includes('--detach');
    if (!detaches) await process.end('SIGTERM');
    await process.finished();
    // What was started in the background has a process of its own.
    if (detaches) await kubemin(['down', '--data-dir', place.env.KUBEMIN_HOME]);
  }
  return process.finished();
}

test('every command has an example that calls it', () => {
  for (const { path, examples } of COMMANDS) {
    expect(examples.length).toBeGreaterThan(0);
    for (const { line } of examples) expect(splitWords(line).join(' ')).toContain(['kubemin', ...path].join(' '));
  }
});

describe('examples, in the order of help, on one platform', () => {
  const shared = new Map<Example['needs'], Promise<ExamplePlatform>>();
  const platformFor = (needs: Example['needs']): Promise<ExamplePlatform> => {
    // Whatever needs a platform takes the one with the demo.
    const kind = needs === 'platform' ? 'demo' : needs;
    const platform = shared.get(kind) ?? ExamplePlatform.create(kind);
    shared.set(kind, platform);
    return platform;
  };
  afterAll(async () => {
    for (const platform of shared.values()) await (await platform).home.remove();
  });
  test.each(cases.filter(({ alone }) => alone !== true))('$line', async (example) => {
    await execute(await platformFor(example.needs), example);
  });
});

/** How much of the demo an example takes away from those after it. */
function removalOf({ line }: Case): number {
  if (!line.startsWith('kubemin delete')) return 0;
  return line.includes('--keep-definition') ? 1 : 2;
}

describe('examples that need a platform of their own', () => {
  const alone = cases.filter((example) => example.alone === true);
  const onDemo = FULL ? [] : alone.filter(({ needs }) => needs === 'demo');
  test.each(alone.filter((example) => !onDemo.includes(example)))('$line', async (example) => {
    const platform = await ExamplePlatform.create(example.needs, { stoppable: STOPS.includes(example.command) });
    try {
      await execute(platform, example);
    } finally {
      await platform.home.remove();
    }
  });

  // In the long form each has its own: delivering the demo takes longer than most of what they do with it.
  describe.skipIf(onDemo.length === 0)('one after the other, what removes the demo last', () => {
    let platform: ExamplePlatform;
    beforeAll(async () => {
      platform = await ExamplePlatform.create('demo');
    });
    afterAll(() => platform.home.remove());
    test.each(onDemo.toSorted((one, other) => removalOf(one) - removalOf(other)))('$line', (example) =>
      execute(platform, example),
    );
  });
});
