import { composeMessages, convertMessages } from '../../messages/index.ts';
import type { Part } from '../source/part.ts';
import type { ComposeProject } from './project.ts';

const ENV_NAME = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;

type Environment = Readonly<Record<string, string>>;

/** The literal variables of a service: its files first, then its own list or map, which wins. */
export function readEnvironment(service: Part, project: ComposeProject): Environment {
  return { ...readFiles(service.at('env_file'), project), ...readOwn(service.at('environment'), project) };
}

function readOwn(environment: Part, project: ComposeProject): Environment {
  const variables: [string, string][] = [];
  const add = (name: string, value: string, part: Part) => {
    if (ENV_NAME.test(name)) variables.push([name, literal(value)]);
    else part.omit(composeMessages.variableInvalid({ name }));
  };
  const fromHost = (name: string, part: Part) => {
    const value = project.variable(name);
    if (value !== undefined) add(name, value, part);
    else part.note(convertMessages.variable({ name }), composeMessages.variableOfHost);
  };
  for (const [name, part] of environment.entries) {
    const value = part.text();
    if (value === undefined) fromHost(name, part);
    else add(name, value, part);
  }
  for (const part of environment.items) {
    const text = part.text() ?? '';
    const equals = text.indexOf('=');
    if (equals < 0) fromHost(text, part);
    else add(text.slice(0, equals), text.slice(equals + 1), part);
  }
  return Object.fromEntries(variables);
}

function readFiles(files: Part, project: ComposeProject): Environment {
  const variables: [string, string][] = [];
  for (const entry of files.isScalar ? [files] : files.items) {
    const path = entry.isScalar ? entry : entry.at('path');
    const content = project.file(path.peek());
    if (content === undefined) {
      entry.omit(composeMessages.envFileNotGiven);
      continue;
    }
    path.accept();
    entry.at('required').accept();
    variables.push(...envFileVariables(content));
  }
  return Object.fromEntries(variables.filter(([name]) => ENV_NAME.test(name)));
}

function envFileVariables(content: string): readonly [string, string][] {
  return content.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, name, value = ''] = /^\s*(?:export\s+)?([^\s#=]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined) return [];
    const [, quoted] = /^(?:"(.*)"|'.*')$/.exec(value) ?? [];
    const single = /^'(.*)'$/.exec(value)?.[1];
    return [[name, literal(single ?? quoted ?? value.replace(/\s+#.*$/, ''))]];
  });
}

/** Kubernetes would replace `$(NAME)` in the value of a variable; Compose takes it as it is. */
export function literal(text: string): string {
  return text.replaceAll('$(', '$$$$(');
}
