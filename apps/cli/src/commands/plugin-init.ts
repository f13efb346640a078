import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pluginHostMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode, unwritableFile, writeNewFile } from '../terminal/index.ts';

export interface InitPluginOptions {
  readonly name: string;
}

const PLUGIN_NAME = /^[a-z][a-z0-9-]{0,62}$/;

/** Writes a plug-in with one trait, its test and instructions into a new directory. */
export async function initPlugin(context: CommandContext, { name }: InitPluginOptions): Promise<ExitCode> {
  const { cwd, terminal, translate } = context;
  if (!PLUGIN_NAME.test(name)) {
    throw new CliError(pluginHostMessages.nameInvalid({ name }), {
      code: 'PLUGIN_NAME_INVALID',
      exitCode: ExitCode.usage,
      hint: pluginHostMessages.chooseName,
    });
  }
  if (existsSync(resolve(cwd, name))) {
    throw new CliError(pluginHostMessages.directoryExists({ name }), {
      code: 'FILE_EXISTS',
      exitCode: ExitCode.conflict,
      hint: pluginHostMessages.chooseOther,
    });
  }
  await mkdir(resolve(cwd, name), { recursive: true }).catch((cause) => {
    throw unwritableFile(name, cause);
  });
  const trait = name.replaceAll(/-+(.)?/g, (_, letter: string = '') => letter.toUpperCase());
  for (const [file, text] of Object.entries(pluginFiles(name, trait))) {
    await writeNewFile(context, { file: join(name, file), text });
  }
  terminal.err(`${translate(pluginHostMessages.nextSteps({ name }))}\n`);
  terminal.out(`${name}\n`);
  return ExitCode.ok;
}

function pluginFiles(name: string, trait: string): Readonly<Record<string, string>> {
  const manifest = {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    exports: './index.js',
    scripts: { test: 'node --test' },
  };
  return {
    'package.json': `${JSON.stringify(manifest, undefined, 2)}\n`,
    'index.js': moduleText(name, trait),
    'index.test.js': testText(trait),
    'example.yaml': exampleText(trait),
    'README.md': readmeText(name, trait),
  };
}

function moduleText(name: string, trait: string): string {
  return `// A plug-in of KubeMin. Its default export states what it adds; see README.md.

/** @type {import('@kubemin/plugin').Plugin} */
export default {
  contract: 1,
  name: '${name}',
  version: '0.1.0',
  traits: {
    ${trait}: {
      summary: 'Sets the time zone of the container.',
      // What a document may write under the trait: a JSON Schema, or a schema of zod.
      schema: {
        type: 'object',
        properties: { zone: { type: 'string', minLength: 1, description: 'A name such as Europe/Berlin.' } },
        required: ['zone'],
      },
      // Rules that a schema cannot express. Each report is a problem of the document, with line and column.
      check: ({ zone }, { report }) => {
        if (/\\s/.test(zone)) {
          report({ path: ['zone'], code: 'INVALID_ZONE', message: 'A time zone has no spaces.', fix: 'Write "_".' });
        }
      },
      // What becomes of the data: changes of the pod, and objects beside it. Pure: no clock, no randomness, no I/O.
      render: ({ data, container }) => ({
        changes: { [container]: { env: [{ name: 'TZ', value: data.zone }] } },
      }),
    },
  },
};
`;
}

function testText(trait: string): string {
  return `// npm test
import assert from 'node:assert/strict';
import { test } from 'node:test';
import plugin from './index.js';

const trait = plugin.traits.${trait};

test('the trait sets the variable TZ of the container', () => {
  const { changes } = trait.render({ data: { zone: 'Europe/Berlin' }, container: 'web' });
  assert.deepEqual(changes, { web: { env: [{ name: 'TZ', value: 'Europe/Berlin' }] } });
});

test('a zone with a space is reported', () => {
  const found = [];
  trait.check({ zone: 'New York' }, { report: (finding) => found.push(finding.code) });
  assert.deepEqual(found, ['INVALID_ZONE']);
});
`;
}

function exampleText(trait: string): string {
  return `name: example
component:
  - name: web
    type: webservice
    image: nginx:1.27
    properties:
      ports:
        - port: 80
    traits:
      ${trait}:
        zone: Europe/Berlin
`;
}

function readmeText(name: string, trait: string): string {
  return `# ${name}

A plug-in of KubeMin with one trait, \`${trait}\`.

| File            | Contents                                    |
| --------------- | ------------------------------------------- |
| \`index.js\`      | the plug-in                                 |
| \`index.test.js\` | its test                                    |
| \`example.yaml\`  | an application that uses the trait          |

Try it, in this directory:

\`\`\`sh
npm test                                           # tests the trait alone
kubemin plugin ls --plugins .                      # loads the plug-in and lists what it adds
kubemin validate example.yaml --plugins .          # checks a document that uses it
kubemin render example.yaml --offline --plugins .  # shows the Kubernetes objects
kubemin up --plugins . --detach                    # starts a platform that has it
kubemin deploy example.yaml
\`\`\`

The command line asks the platform which traits it has, so \`deploy\`, \`init\` and \`add trait\` need no \`--plugins\` once the platform has it.
`;
}
